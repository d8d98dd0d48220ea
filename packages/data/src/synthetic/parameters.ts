import type { Parameter } from '@askance/core'
import { MAX_INDEX } from '@askance/core/internals'

/** Parameters shared by several streams; each stream sets its own default. */
const whole =
  (name: string, symbol: string, summary: string, min: number, max: number) =>
  (value: number): Parameter => ({ name, symbol, default: value, summary, min, max, type: 'whole' })

const share =
  (name: string, symbol: string, summary: string) =>
  (value: number): Parameter => ({ name, symbol, type: 'number', default: value, summary, min: 0, max: 1 })

const MAX_COUNT = Number.MAX_SAFE_INTEGER

export const rows = whole('rows', 'T', 'how many rows', 0, MAX_COUNT)
export const dimension = whole('dimension', 'd', 'how many features', 1, MAX_INDEX)
export const period = whole('period', 'τ', 'number of rows after which the concept changes', 1, MAX_COUNT)
export const noise = share('noise', 'η', 'share of rows whose label is replaced by another class')
export const nonZeros = whole('nonZeros', 'k', 'distinct features of a row on average', 1, MAX_INDEX)
export const classes = whole('classes', 'K', 'how many classes', 2, 10_000)
export const moving = whole('moving', 'k', 'how many weights move', 0, MAX_INDEX)
export const change = share('change', 't', 'how far a weight moves with every row')
export const turn = share('turn', 's', 'probability that a weight turns round after a row')
export const shuffle = whole('shuffle', 'π', '1: rows in random order, 0: in the order of the file', 0, 1)
export const positives = share('positives', 'ρ', 'share of the last class; 0 leaves it as it comes')
