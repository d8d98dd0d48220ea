/** Figures as plain data, derived from results; `page/` draws them. */
export type Figure = LineFigure | HeatFigure | RankFigure

interface Common {
  /** Unique in a report and valid as a file name: `ratio-basehock`. */
  readonly id: string
  readonly title: string
  /** What the figure shows, in a sentence or two, with the number of runs and what the bands are. */
  readonly caption: string
}

/** Curves with bands: a metric against the query ratio, learning curves, time. */
export interface LineFigure extends Common {
  readonly kind: 'lines'
  readonly x: Axis
  readonly y: Axis
  readonly series: readonly Series[]
}

export interface Axis {
  readonly label: string
  readonly scale: 'linear' | 'log'
  /** Shares are given as fractions and shown in percent. */
  readonly unit: 'share' | 'number'
}

export interface Series {
  readonly name: string
  /** Random lines are dashed; fully supervised lines are dotted across the whole width. */
  readonly role: 'compared' | 'random' | 'supervised' | 'paper'
  /** Sorted by x. A single point with the role `supervised` is a level. */
  readonly points: readonly Point[]
}

export interface Point {
  readonly x: number
  readonly y: number
  /** The ends of the band, where there is one. */
  readonly low?: number
  readonly high?: number
  /** Extra text on hover: parameters, runs. */
  readonly note?: string
}

/** A metric over two parameters. */
export interface HeatFigure extends Common {
  readonly kind: 'heat'
  readonly x: { readonly label: string; readonly values: readonly number[] }
  readonly y: { readonly label: string; readonly values: readonly number[] }
  readonly value: {
    readonly label: string
    readonly unit: 'share' | 'number'
    /** Which end is the best; none where it is no score. */
    readonly better?: 'up' | 'down'
  }
  /** By y, then x; null where there is none. */
  readonly cells: readonly (readonly (number | null)[])[]
}

/** Average ranks with the critical difference (Demšar 2006). */
export interface RankFigure extends Common {
  readonly kind: 'ranks'
  readonly difference: number
  readonly entries: readonly { readonly name: string; readonly rank: number }[]
  /** Groups of names without significant differences. */
  readonly cliques: readonly (readonly string[])[]
}
