import { describe, expect, it } from 'vitest'
import { botsAt, players, requested, resized, seatNames, seatsFor, ticked, trouble, usualBot, usualPlayers } from './seats'

it('counts people and places in words', () => {
  expect([players([3, 6]), players([2, 2]), players([1, 1])]).toEqual(['3–6 players', '2 players', '1 player'])
})

describe('the seats of a new table', () => {
  it('begins with four, or what the board allows', () => {
    expect(usualPlayers([3, 6])).toBe(4)
    expect(usualPlayers([1, 2])).toBe(2)
    expect(usualPlayers([5, 8])).toBe(5)
  })

  it('takes the best bot there is', () => {
    const bots = ['random', 'frugal', 'greedy'].map((id) => ({ id, name: id, says: `${id} plays.` }))
    expect(usualBot(bots)).toBe('greedy')
    expect(usualBot(bots.slice(0, 2))).toBe('frugal')
    expect(usualBot(bots.slice(0, 1))).toBe('random')
    expect(usualBot([])).toBe('')
  })

  it('says of every bot at the table once what it is like', () => {
    const bots = [
      { id: 'quick', name: 'Fireman', says: 'It hurries.' },
      { id: 'greedy', name: 'Driver', says: 'It plans.' },
      { id: 'random', name: 'Random', says: '' },
    ]
    const seats = seatsFor('bots', 4, 'greedy')
    expect(botsAt(seats, bots).map((bot) => bot.name)).toEqual(['Driver'])
    seats[1]!.bot = 'quick'
    seats[2]!.bot = 'random'
    expect(botsAt(seats, bots).map((bot) => bot.says)).toEqual(['It hurries.', 'It plans.'])
    expect(botsAt(seatsFor('here', 3, 'greedy'), bots)).toEqual([])
  })

  it('names everybody, nobody twice', () => {
    const seats = seatsFor('bots', 4, 'greedy', 'Ada')
    expect(seatNames(seats)).toEqual(['Ada', 'Emil', 'Carl', 'Dora'])
    expect(seatNames(seatsFor('here', 3, 'greedy'))).toEqual(['Player 1', 'Player 2', 'Player 3'])
    expect(trouble(seats)).toBeNull()
  })

  it('says when two names are the same', () => {
    const seats = seatsFor('here', 2, '', 'Ines')
    seats[1]!.name = ' ines '
    expect(trouble(seats)).toBe('Two seats are called ines. Each needs a name of its own.')
  })

  it('adds seats like the last and forgets the last first', () => {
    const three = resized(seatsFor('bots', 2, 'greedy', 'Ines'), 3)
    expect(three.map((seat) => seat.kind)).toEqual(['here', 'bot', 'bot'])
    expect(resized(three, 2)).toHaveLength(2)
    const alone = resized(three, 1)
    expect(resized(alone, 3, three).map((seat) => seat.kind)).toEqual(['here', 'bot', 'bot'])
  })

  it('asks the server for a bot only where one sits, and for no name where somebody will bring one', () => {
    const seats = seatsFor('bots', 3, 'greedy', 'Ines')
    seats[1]!.kind = 'link'
    expect(requested(seats)).toEqual([
      { kind: 'here', name: 'Ines', bot: '' },
      { kind: 'link', name: '', bot: '' },
      { kind: 'bot', name: 'Ada', bot: 'greedy' },
    ])
  })

  it('knows an option to tick', () => {
    expect(ticked(['off', 'on'])).toBe('on')
    expect(ticked(['short', 'long'])).toBeNull()
  })
})
