// Each livery's mark in a unit circle, as drawing/palette.py draws it on the board.
export const MARKS = [
  'M0 -.5L.5 .36L-.5 .36Z',
  'M-.4 -.4H.4V.4H-.4Z',
  'M0 -.56L.5 0L0 .56L-.5 0Z',
  'M-.15 -.52H.15V-.15H.52V.15H.15V.52H-.15V.15H-.52V-.15H-.15Z',
  'M-.46 0A.46 .46 0 1 0 .46 0A.46 .46 0 1 0 -.46 0Z',
  'M-.5 -.34L0 .04L.5 -.34V.06L0 .46L-.5 .06Z',
  'M-.5 -.42H.5V-.12H-.5ZM-.5 .12H.5V.42H-.5Z',
  'M0 -.58L.16 -.2L.56 -.18L.25 .08L.35 .48L0 .25L-.35 .48L-.25 .08L-.56 -.18L-.16 -.2Z',
]
/** How the liveries are called. */
export const LIVERIES = ['Orange', 'Teal', 'Rose', 'Navy', 'Lime', 'Sky', 'Moss', 'Brown']
