import { drawFarClock } from './far-clocks.mjs'
import { drawHeldBodies } from './held-bodies.mjs'
import { drawHoard } from './hoards.mjs'
import { drawPackedBodies } from './packed-bodies.mjs'
import { drawPipelines } from './pipelines.mjs'

/** Draws an attack of one client, or of many, that keeps the program from serving others. */
export function drawPressureCase(draw, material) {
  return draw.weighted(
    [
      [3, drawPipelines],
      [2, drawHeldBodies],
      [2, drawFarClock],
      [3, drawPackedBodies],
      [3, drawHoard],
    ],
    draw,
    material,
  )
}
