// Pan, zoom and pinch: moves one <g> by its transform attribute, once a frame.
import { still } from '../lib/motion'
import { between, fit, kept, near, revealed, SMALLEST, zoomed, type Box, type Shift, type Size } from './viewport'

const GLIDE = 180
/** After so long without a move the board is at rest. */
const REST = 120
/** Pixels a pointer may wander before a click becomes a drag. */
const SLACK = 5

export class Camera {
  /** Where the board came to rest; what is drawn outside the board follows this, not every frame. */
  rest = $state.raw<Shift>({ x: 0, y: 0, k: 1 })
  screen = $state.raw<Size>({ width: 0, height: 0 })
  /** Whether the last press was a drag, so that its click is none. */
  dragged = false

  #at: Shift = this.rest
  /** Where it is gliding to. */
  #goal: Shift | null = null
  #board: Size = { width: 1, height: 1 }
  #radius = 36
  #smallest = SMALLEST
  #layer: SVGGElement | null = null
  #frame = 0
  #settle: ReturnType<typeof setTimeout> | undefined
  /** What stands in the lower right corner. */
  #corner: Size = { width: 0, height: 0 }
  /** While nobody has moved the board, it keeps fitting when the room for it changes. */
  #fits = true
  /** On a small screen: about where the board begins, rather than whole and too small to be read. */
  #about: { x: number; y: number } | null = null
  /** Whether the whole board was asked for. */
  #whole = false
  #down = new Map<number, { x: number; y: number }>()
  #start = { x: 0, y: 0 }

  get at(): Shift {
    return this.#at
  }

  show(layer: SVGGElement, board: Size, radius: number, smallest = SMALLEST): void {
    this.#layer = layer
    this.#board = board
    this.#radius = radius
    this.#smallest = smallest
    if (this.screen.width) this.#go(this.#home())
    this.#fits = true
  }

  /** The drawing has grown: its corner lies so far beyond the old one. What is on the screen stays unless all of it fits. */
  grow(board: Size, dx: number, dy: number): void {
    this.#board = board
    const { x, y, k } = this.#at
    this.#at = { k, x: x - dx * k, y: y - dy * k }
    if (this.#goal) this.#goal = { ...this.#goal, x: this.#goal.x - dx * this.#goal.k, y: this.#goal.y - dy * this.#goal.k }
    this.#write()
    if (this.#fits && this.screen.width) this.#glide(this.#home())
  }

  resize(screen: Size, corner: Size): void {
    const before = this.screen
    this.#corner = corner
    if (screen.width === before.width && screen.height === before.height) return
    this.screen = screen
    if (!this.#layer || !screen.width || !screen.height) return
    if (this.#fits || !before.width) this.#go(this.#home())
    else {
      // The middle of the board stays in the middle; a way that was begun is ended.
      const { x, y, k } = this.#goal ?? this.#at
      this.#go({ k, x: x + (screen.width - before.width) / 2, y: y + (screen.height - before.height) / 2 })
    }
  }

  /** Where the board lies while nobody has moved it. */
  #home(): Shift {
    if (this.#about && !this.#whole) return near(this.#board, this.screen, this.#radius, this.#about)
    return fit(this.#board, this.screen, this.#radius, this.#corner, this.#smallest)
  }

  /** The whole board. */
  fit(): void {
    this.#whole = this.#fits = true
    if (this.screen.width) this.#glide(this.#home())
  }

  /** The whole board for a while; what comes back puts it where it was. */
  peek(): () => void {
    const [whole, fits, at] = [this.#whole, this.#fits, this.#at]
    this.fit()
    return () => {
      this.#whole = whole
      this.#fits = fits
      if (this.screen.width) this.#glide(fits ? this.#home() : at)
    }
  }

  /** Begin about a point, near enough to be read, or with the whole board; false where somebody has moved it. */
  begin(about: { x: number; y: number } | null): boolean {
    const before = this.#about
    this.#about = about
    if (!this.#fits || this.#whole) return false
    if (!this.screen.width) return true
    if (before && about) this.#glide(this.#home())
    else this.#go(this.#home())
    return true
  }

  /** Whether a point of the board is well on the screen. */
  sees({ x, y }: { x: number; y: number }): boolean {
    const reach = 0.5 * this.#radius * this.#at.k
    const within = (at: number, room: number) => at > reach && at < room - reach
    return within(x * this.#at.k + this.#at.x, this.screen.width) && within(y * this.#at.k + this.#at.y, this.screen.height)
  }

  zoom(by: number, px = this.screen.width / 2, py = this.screen.height / 2): void {
    this.#fits = false
    this.#go(zoomed(this.#at, by, px, py, this.#radius, this.#smallest))
  }

  /** Bring a part of the board into view; `least` is a radius in pixels below which it comes nearer. */
  reveal(part: Box, margin = 16, least = 0): void {
    // While it is pressed the board stays where it is, or the click would fall on something else.
    if (this.#down.size) return
    if (!this.screen.width) return
    let from = this.#at
    if (from.k * this.#radius < least) {
      const k = least / this.#radius
      const cx = (part.left + part.right) / 2
      const cy = (part.top + part.bottom) / 2
      from = { k, x: this.screen.width / 2 - cx * k, y: this.screen.height / 2 - cy * k }
    }
    const to = revealed(from, part, this.screen, margin, this.#radius, this.#smallest)
    if (to.k === this.#at.k && Math.hypot(to.x - this.#at.x, to.y - this.#at.y) < 1) return
    this.#fits = false
    this.#glide(to)
  }

  /** A point of the screen in the units of the board. */
  onBoard(px: number, py: number): { x: number; y: number } {
    return { x: (px - this.#at.x) / this.#at.k, y: (py - this.#at.y) / this.#at.k }
  }

  // Pointers -------------------------------------------------------------------------------------------

  down(event: PointerEvent): void {
    if (event.button) return
    if (!this.#down.size) {
      this.dragged = false
      this.#start = { x: event.clientX, y: event.clientY }
    }
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  /** True while it is a drag. */
  moved(event: PointerEvent, frame: DOMRect): boolean {
    const before = this.#down.get(event.pointerId)
    if (!before) return false
    const now = { x: event.clientX, y: event.clientY }
    if (!this.dragged && this.#down.size === 1) {
      if (Math.hypot(now.x - this.#start.x, now.y - this.#start.y) < SLACK) return false
      // Only now: a captured pointer would take every click away from what lies under it.
      ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
    }
    this.dragged = true
    this.#fits = false
    const others = [...this.#down].filter(([id]) => id !== event.pointerId)
    this.#down.set(event.pointerId, now)
    const other = others[0]?.[1]
    if (!other) {
      this.#go({ ...this.#at, x: this.#at.x + now.x - before.x, y: this.#at.y + now.y - before.y })
      return true
    }
    const was = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 }
    const is = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
    const spread = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y))
    const shifted = { ...this.#at, x: this.#at.x + is.x - was.x, y: this.#at.y + is.y - was.y }
    this.#go(zoomed(shifted, spread, is.x - frame.left, is.y - frame.top, this.#radius, this.#smallest))
    return true
  }

  up(event: PointerEvent): void {
    this.#down.delete(event.pointerId)
  }

  wheel(event: WheelEvent, frame: DOMRect): void {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    this.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX - frame.left, event.clientY - frame.top)
  }

  // Frames ---------------------------------------------------------------------------------------------

  #glide(to: Shift): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    if (still()) return this.#go(to)
    const from = this.#at
    this.#goal = to
    const begun = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - begun) / GLIDE))
      this.#at = between(from, to, 1 - (1 - part) ** 3)
      this.#write()
      this.#moving()
      if (part === 1) this.#goal = null
      this.#frame = part < 1 ? requestAnimationFrame(step) : 0
    }
    this.#frame = requestAnimationFrame(step)
  }

  #go(to: Shift): void {
    this.#goal = null
    this.#at = kept(to, this.#board, this.screen)
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#write()
    })
    this.#moving()
  }

  /**
   * While it moves the board is a layer of its own, which is only shifted; at rest it is drawn sharp again.
   * Without this a software renderer draws every hex anew for each frame.
   */
  #moving(): void {
    if (!this.#layer) return
    this.#layer.style.willChange = 'transform'
    clearTimeout(this.#settle)
    this.#settle = setTimeout(() => {
      if (this.#layer) this.#layer.style.willChange = ''
      this.rest = this.#at
    }, REST)
  }

  #write(): void {
    const { x, y, k } = this.#at
    this.#layer?.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${k.toFixed(4)})`)
  }
}
