import uPlot from 'uplot'
import { faded, resolveColour, resolveShare } from './colours.js'
import {
  type ChartMark,
  type Columns,
  type EndMark,
  type LineSeries,
  plotData,
  seriesColumns,
} from './line-data.js'
import {
  type ChartColours,
  drawEnds,
  drawMarks,
  drawUnfinished,
  endLabelWidth,
  type PlotContext,
} from './line-draw.js'
import { logTicks, ticksWithin } from './scale.js'

/** The content of a line chart. */
export interface PlotView {
  readonly x: readonly number[]
  readonly series: readonly LineSeries[]
  readonly marks: readonly ChartMark[]
  /** Marked at the right end, beside the lines. */
  readonly end?: EndMark | undefined
  readonly xKind: 'linear' | 'log' | 'time'
  readonly xRange?: readonly [number, number] | undefined
  readonly yRange?: readonly [number, number] | undefined
  /** Start of the part that is not computed yet. */
  readonly unfinished?: { readonly from: number; readonly text: string } | undefined
  xText(value: number): string
  yText(value: number): string
  /** Number of lines of an x label. */
  readonly xLines: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The data index under the pointer and its distance from the left in pixels. */
export interface Pointed {
  readonly place: number
  readonly left: number
}

/** Narrower charts have a legend instead of labels at the line ends. */
export const NARROW = 500
const LINE = 16
/** Pixels between grid lines. */
const GRID_SPACING = 48

/** A line chart on a canvas, updated in place. */
export class LinePlot {
  readonly #probe: HTMLElement
  readonly #columns: readonly Columns[]
  readonly #plot: uPlot
  #view: PlotView
  #inks: ChartColours

  constructor(
    box: HTMLElement,
    probe: HTMLElement,
    view: PlotView,
    size: Size,
    onPoint: (pointed: Pointed | undefined) => void,
  ) {
    this.#probe = probe
    this.#view = view
    this.#columns = seriesColumns(view.series)
    this.#inks = this.#readInks()
    this.#plot = new uPlot(this.#options(size, onPoint), plotData(view.x, view.series), box)
  }

  update(view: PlotView): void {
    const isOther = view.end?.colour !== this.#view.end?.colour
    this.#view = view
    if (isOther) this.#inks = this.#readInks()
    this.#plot.setData(plotData(view.x, view.series))
  }

  resize(size: Size): void {
    this.#plot.setSize(size)
  }

  /** Redraws after a theme change. */
  recolour(): void {
    this.#inks = this.#readInks()
    this.#plot.redraw(false, true)
  }

  destroy(): void {
    this.#plot.destroy()
  }

  #readInks(): ChartColours {
    const of = (token: string): string => resolveColour(this.#probe, token)
    return {
      text: of('ink-3'),
      grid: of('chart-grid'),
      axis: of('edge'),
      warn: of('warn'),
      sunken: of('sunken'),
      surface: of('surface'),
      band: resolveShare(this.#probe, 'chart-band'),
      font: getComputedStyle(this.#probe).fontFamily,
      lines: this.#view.series.map(({ colour }) => of(colour)),
      end: of(this.#view.end?.colour ?? 'ink'),
    }
  }

  #pen(plot: uPlot): PlotContext {
    const { ctx, bbox } = plot
    const ratio = uPlot.pxRatio
    return {
      context: ctx,
      ratio,
      colours: this.#inks,
      isNarrow: plot.width < NARROW,
      left: bbox.left / ratio,
      top: bbox.top / ratio,
      width: bbox.width / ratio,
      height: bbox.height / ratio,
      x: (value) => bbox.left / ratio + plot.valToPos(value, 'x'),
      y: (value) => bbox.top / ratio + plot.valToPos(value, 'y'),
    }
  }

  #options(size: Size, onPoint: (pointed: Pointed | undefined) => void): uPlot.Options {
    const { xKind } = this.#view
    const isLog = xKind === 'log'
    return {
      ...size,
      ms: 1,
      padding: [() => (this.#view.marks.length > 0 ? 24 : 12), (plot) => this.#endPadding(plot), null, null],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { show: false } },
      scales: {
        x: {
          time: xKind === 'time',
          ...(isLog && { distr: 3, log: 10 }),
          range: (_, low, high) => [...(this.#view.xRange ?? widened(low, high, isLog))],
        },
        y: { range: (_, low, high) => [...(this.#view.yRange ?? rounded(low, high))] },
      },
      series: [{}, ...this.#lines()],
      bands: this.#columns.flatMap(({ low, high }, k) =>
        low === undefined || high === undefined
          ? []
          : [{ series: [high, low], fill: () => faded(this.#inks.lines[k] ?? '', this.#inks.band) }],
      ),
      axes: [
        {
          ...this.#axis(),
          size: 14 + LINE * this.#view.xLines,
          space: 64,
          ...(isLog && { splits: (_, __, low, high) => [...logTicks(low, high)], filter: (_, all) => all }),
          values: (_, all) => all.map((value) => this.#view.xText(value)),
          grid: { show: false },
          border: { show: true, stroke: () => this.#inks.axis, width: 1 },
          ticks: { show: true, stroke: () => this.#inks.axis, width: 1, size: 5 },
        },
        {
          ...this.#axis(),
          size: (_, values) => 12 + 7.2 * Math.max(2, ...(values ?? []).map(({ length }) => length)),
          splits: (plot, _, low, high) => [...ticksWithin(low, high, plot.height / GRID_SPACING)],
          values: (_, all) => all.map((value) => this.#view.yText(value)),
          grid: { stroke: () => this.#inks.grid, width: 1 },
          ticks: { show: false },
        },
      ],
      hooks: {
        drawClear: [
          (plot) => {
            const { unfinished } = this.#view
            if (unfinished) drawUnfinished(this.#pen(plot), unfinished)
          },
        ],
        draw: [
          (plot) => {
            drawMarks(this.#pen(plot), this.#view.marks)
            drawEnds(this.#pen(plot), this.#view.x, this.#view.series, this.#view.end)
          },
        ],
        setCursor: [
          ({ cursor: { idx, left = -1 }, bbox }) =>
            onPoint(
              typeof idx === 'number' && left >= 0
                ? { place: idx, left: left + bbox.left / uPlot.pxRatio }
                : undefined,
            ),
        ],
      },
    }
  }

  #axis() {
    return { font: `12px ${this.#inks.font}`, stroke: () => this.#inks.text, gap: 6 }
  }

  #endPadding(plot: uPlot): number {
    const { series, end } = this.#view
    return plot.width < NARROW ? (end ? 34 : 20) : endLabelWidth(end ? [...series, end] : series, end)
  }

  #lines(): uPlot.Series[] {
    const stepped = uPlot.paths.stepped?.({ align: 1 })
    return this.#view.series.flatMap((line, k) => {
      const stroke = () => this.#inks.lines[k] ?? ''
      const edge: uPlot.Series = { width: 0, stroke: 'transparent', points: { show: false } }
      const drawn: uPlot.Series = {
        width: 2,
        stroke,
        points: { show: false },
        ...(line.dash && { dash: [...line.dash] }),
        ...(line.stepped && stepped && { paths: stepped }),
        ...(line.filled && { fill: () => faded(stroke(), 0.1) }),
      }
      return line.low && line.high ? [edge, edge, drawn] : [drawn]
    })
  }
}

/** A single point needs a range around it. */
const widened = (low: number, high: number, isLog: boolean): readonly [number, number] => {
  if (low !== high) return [low, high]
  return isLog ? [low / 2, low * 2] : [low - 1, low + 1]
}

const rounded = (low: number | null, high: number | null): uPlot.Range.MinMax =>
  low === null || high === null ? [0, 1] : uPlot.rangeNum(low, high, 0.1, true)
