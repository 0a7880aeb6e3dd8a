// The rate of requests, errors and latency over the last two minutes.

import type { JSX, TargetedPointerEvent } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useConsole } from '../../../app/console.ts'
import { LineChart, type LineChartProps } from '../../../components/charts/line-chart.tsx'
import { useNow } from '../../../components/text/ago.tsx'
import { formatMilliseconds } from '../request-words.ts'
import { binRates, listEarlier, pickInterval, type RateBins } from './rate-bins.ts'

// A click is not a brush.
const LEAST_BRUSH = 0.02

/** The charts. Brushing over one of them picks an interval. */
export function RateCharts({ onPick }: { onPick: (from: number, to: number) => void }): JSX.Element {
  const { stream } = useConsole()
  const now = useNow()
  const live = stream.rates.value
  const bins = binRates([...listEarlier(stream.requests.value, live, now), ...live], now)
  const pick = (one: number, other: number) => {
    const { from, to } = pickInterval(bins, one, other)
    onPick(from, to)
  }
  const { rates, errors, p95 } = bins
  const latency = p95.findLast((point) => point !== null) ?? null
  return (
    <div class="requests-charts">
      {[rates, errors].map((points, index) => (
        <Chart
          key={index}
          title={index === 0 ? 'Requests/s' : '5xx or no response/s'}
          now={showRate(Math.max(points.at(-2) ?? 0, points.at(-1) ?? 0))}
          most={showRate(Math.max(...points))}
          points={points}
          isError={index > 0}
          onPick={pick}
        />
      ))}
      <Chart
        title="Slowest 5 %"
        now={showLatency(latency)}
        most={showLatency(findMost(bins))}
        points={p95}
        onPick={pick}
      />
    </div>
  )
}

interface ChartProps extends Omit<LineChartProps, 'text'> {
  title: string
  now: string
  most: string
  onPick: (one: number, other: number) => void
}

function Chart({ title, now, most, onPick, ...line }: ChartProps): JSX.Element {
  const [brush, setBrush] = useState<{ start: number; end: number } | undefined>(undefined)
  const frame = useRef<HTMLDivElement>(null)
  const placeOf = ({ clientX }: TargetedPointerEvent<HTMLDivElement>) => {
    const { left = 0, width = 1 } = frame.current?.getBoundingClientRect() ?? {}
    return Math.max(0, Math.min(1, (clientX - left) / width))
  }
  const end = () => {
    if (brush !== undefined && Math.abs(brush.end - brush.start) > LEAST_BRUSH) onPick(brush.start, brush.end)
    setBrush(undefined)
  }
  return (
    <div class="requests-chart">
      <div class="row spread">
        <span class="muted">{title}</span>
        <strong>{now}</strong>
      </div>
      <div
        ref={frame}
        class="requests-brush"
        title="Drag to show an interval"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setBrush({ start: placeOf(event), end: placeOf(event) })
        }}
        onPointerMove={(event) => brush !== undefined && setBrush({ ...brush, end: placeOf(event) })}
        onPointerUp={end}
        onPointerCancel={() => setBrush(undefined)}
      >
        <LineChart text={`${title} in the last two minutes: now ${now}, at most ${most}.`} {...line} />
        {brush !== undefined && (
          <span
            class="requests-brushed"
            style={{
              insetInlineStart: `${Math.min(brush.start, brush.end) * 100}%`,
              width: `${Math.abs(brush.end - brush.start) * 100}%`,
            }}
          />
        )}
      </div>
    </div>
  )
}

function showRate(rate = 0): string {
  return rate > 0 && rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en')
}

function showLatency(milliseconds: number | null): string {
  return milliseconds === null ? '–' : formatMilliseconds(milliseconds)
}

function findMost({ p95 }: RateBins): number | null {
  return p95.reduce((most, point) => (point !== null && point > (most ?? 0) ? point : most), null)
}
