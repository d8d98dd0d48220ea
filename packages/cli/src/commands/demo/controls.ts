export interface LabellerSettings {
  readonly on: boolean
  /** The fraction of wrong answers. */
  readonly errorRate: number
  /** Seconds before each answer. */
  readonly delay: number
}

/** Settings that can change while the demo runs. */
export interface Controls {
  readonly paused: boolean
  /** Items per second while no question is open; 0 means no limit. */
  readonly pace: number
  readonly labeller: LabellerSettings
}

export interface ControlsChange {
  readonly paused?: boolean
  readonly pace?: number
  readonly labeller?: Partial<LabellerSettings>
}

/** The feed slows down with each open question, and stops while this many are open. */
export const MAX_OPEN = 16

/** Maximum values. The delay stays well below the lease time of one minute. */
export const MAX = { pace: 1000, errorRate: 1, delay: 30 } as const

/**
 * The controls after a change.
 *
 * @example
 * const labeller = { on: false, errorRate: 0, delay: 0.5 }
 * withChange({ paused: false, pace: 20, labeller }, { labeller: { on: true } }).labeller // => { on: true, errorRate: 0, delay: 0.5 }
 */
export const withChange = (controls: Controls, change: ControlsChange): Controls => ({
  ...controls,
  ...change,
  labeller: { ...controls.labeller, ...change.labeller },
})
