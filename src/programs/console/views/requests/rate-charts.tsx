import type { TargetedPointerEvent } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { JournalEntry } from '../../../../entries/client/index.ts'
import { LineChart, type LineChartProps } from '../../components/charts/line-chart.tsx'
import { useNow } from '../../components/text/ago.tsx'
import { formatMilliseconds } from '../../format/request-words.ts'
import { useConsole } from '../../page/console.ts'
import type { Rate } from '../../store/stream/stream.ts'

// A click is not a brush.
const LEAST_BRUSH = 0.02

interface RateChartsProps {
  readonly onPick: (from: number, to: number) => void
}

/** The charts. Brushing over one of them picks an interval. */
export function RateCharts({ onPick }: RateChartsProps) {
  const { stream } = useConsole()
  const now = useNow()
  const live = stream.rates.value
  const bins = binRates([...listEarlier(stream.requests.value, live, now), ...live], now)
  const pick = (one: number, other: number) => {
    const at = (place: number) => Math.round(bins.start + place * (bins.end - bins.start))
    onPick(at(Math.min(one, other)), at(Math.max(one, other)))
  }
  const { rates, errors, p95 } = bins
  const latency = p95.findLast((point) => point !== null)
  const most = p95.reduce((most, point) => Math.max(most ?? 0, point ?? 0) || null, null)
  return (
    <div class="column requests-charts">
      {[rates, errors].map((points, index) => (
        <Chart
          key={index}
          text={index === 0 ? 'Requests/s' : '5xx or no response/s'}
          now={showRate(Math.max(points.at(-2) ?? 0, points.at(-1) ?? 0))}
          most={showRate(Math.max(...points))}
          isError={index > 0}
          {...{ points, onPick: pick }}
        />
      ))}
      <Chart text="Slowest 5 %" now={showLatency(latency)} most={showLatency(most)} points={p95} onPick={pick} />
    </div>
  )
}

interface ChartProps extends LineChartProps {
  now: string
  most: string
  onPick: (one: number, other: number) => void
}

function Chart({ text, now, most, onPick, ...line }: ChartProps) {
  const [brush, setBrush] = useState<Brush | undefined>(undefined)
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
        <span class="muted">{text}</span>
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
        <LineChart text={`${text} in the last two minutes: now ${now}, at most ${most}.`} {...line} />
        {brush !== undefined && <span class="requests-brushed" style={styleOf(brush)} />}
      </div>
    </div>
  )
}

interface Brush {
  readonly start: number
  readonly end: number
}

function styleOf({ start, end }: Brush) {
  return { insetInlineStart: `${Math.min(start, end) * 100}%`, width: `${Math.abs(end - start) * 100}%` }
}

function showRate(rate = 0): string {
  return rate > 0 && rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en')
}

function showLatency(milliseconds: number | null | undefined): string {
  return milliseconds == null ? '–' : formatMilliseconds(milliseconds)
}

const BIN_COUNT = 60
const BIN_MILLISECONDS = 2000
const FRAME_MILLISECONDS = 250

/** Sorts rates into bins of the same length that end now, oldest first. */
function binRates(rates: readonly Rate[], now: number) {
  // Bins begin at round times, so that they do not change while time passes.
  const end = Math.ceil(now / BIN_MILLISECONDS) * BIN_MILLISECONDS
  const start = end - BIN_COUNT * BIN_MILLISECONDS
  const counts = new Array<number>(BIN_COUNT).fill(0)
  const errors = new Array<number>(BIN_COUNT).fill(0)
  const p95 = new Array<number | null>(BIN_COUNT).fill(null)
  for (const rate of rates) {
    const bin = Math.floor((rate.at - start) / BIN_MILLISECONDS)
    if (bin < 0 || bin >= BIN_COUNT) continue
    counts[bin] = (counts[bin] ?? 0) + rate.count
    errors[bin] = (errors[bin] ?? 0) + rate.errors
    if (rate.p95 !== null) p95[bin] = Math.max(p95[bin] ?? 0, rate.p95)
  }
  const perSecond = (count: number) => count / (BIN_MILLISECONDS / 1000)
  return {
    // Machine time in milliseconds.
    ...{ start, end },
    rates: counts.map(perSecond),
    errors: errors.map(perSecond),
    // The slowest of 20 requests in milliseconds; null if there was none.
    p95,
  }
}

/** Lists the rates from before the page was opened, as far as the request log knows them. */
function listEarlier(entries: readonly JournalEntry[], live: readonly Rate[], now: number): readonly Rate[] {
  // A frame contains what arrived before it.
  const end = (live[0]?.at ?? now) - FRAME_MILLISECONDS
  const start = now - BIN_COUNT * BIN_MILLISECONDS
  if (end < start) return []
  return entries.flatMap(({ received, state, status, milliseconds }) => {
    const at = Date.parse(received)
    if (at < start || at > end || state === 'pending') return []
    return [{ at, count: 1, errors: status === null || status >= 500 ? 1 : 0, p95: milliseconds }]
  })
}
