// A line and columns as SVG, with their figures as text.

import type { ComponentChildren } from 'preact'

export interface LineChartProps {
  /** What it shows, in a sentence with its figures: `Requests per second in the last minute: now 12, at most 40.` */
  text: string
  /** They have the same distance; `null` leaves a gap. */
  points: readonly (number | null)[]
  isError?: boolean
}

const WIDTH = 1000
const HEIGHT = 100

/** A line over an axis that begins at 0. */
export function LineChart({ text, points, isError = false }: LineChartProps) {
  const highest = Math.max(1, ...points.map((point) => point ?? 0))
  return (
    <Chart text={text} height={32}>
      <path class={isError ? 'chart-line chart-line-error' : 'chart-line'} d={drawPath(points, highest)} />
    </Chart>
  )
}

interface ChartProps {
  readonly text: string
  readonly height: number
  readonly children: ComponentChildren
}

function Chart({ text, height, children }: ChartProps) {
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" height={height} role="img">
      <title>{text}</title>
      <line class="chart-axis" x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
      {children}
    </svg>
  )
}

function drawPath(points: readonly (number | null)[], highest: number): string {
  const step = WIDTH / Math.max(1, points.length - 1)
  let isDown = false
  const parts = points.map((point, index) => {
    if (point === null) {
      isDown = false
      return ''
    }
    const place = `${(index * step).toFixed(1)} ${(HEIGHT - (point / highest) * HEIGHT).toFixed(1)}`
    // A point without neighbours would be invisible.
    const isAlone = !isDown && points[index + 1] == null
    const part = `${isDown ? 'L' : 'M'}${place}${isAlone ? `V${HEIGHT}` : ''}`
    isDown = true
    return part
  })
  return parts.join('')
}

interface ColumnsProps {
  readonly text: string
  readonly columns: readonly { title: string; value: number }[]
}

/** Columns, e.g. how many records were created per day. */
export function Columns({ text, columns }: ColumnsProps) {
  const highest = Math.max(1, ...columns.map(({ value }) => value))
  const width = WIDTH / Math.max(1, columns.length)
  return (
    <Chart text={text} height={96}>
      {columns.map(({ title, value }, index) => (
        <rect
          key={title}
          class="chart-column"
          x={index * width + width * 0.1}
          y={HEIGHT - (value / highest) * HEIGHT}
          width={width * 0.8}
          height={(value / highest) * HEIGHT}
        >
          <title>{`${title}: ${value}`}</title>
        </rect>
      ))}
    </Chart>
  )
}
