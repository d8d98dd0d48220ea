import { type DisplayOptions, estimateText, rangeText } from '@askance/core/internals'
import type { Schemas } from '@askance/server/client'

export type MultiLabelQuality = Schemas['MultiLabelQuality']
export type AnyQuality = Schemas['Quality'] | MultiLabelQuality
type Estimate = Schemas['Estimate']

export const isMultiLabel = (quality: AnyQuality): quality is MultiLabelQuality => 'hammingLoss' in quality

/** The accuracy over all items; in a multi-label stream over all pairs of an item and a class. */
export const accuracyIn = (quality: AnyQuality): Estimate =>
  isMultiLabel(quality) ? complement(quality.hammingLoss) : quality.all.accuracy

/** The estimate of 1 − x from that of x. */
export const complement = ({ value, anyTime, fixedTime }: Estimate): Estimate => ({
  ...(value !== undefined && { value: 1 - value }),
  anyTime: { low: 1 - anyTime.high, high: 1 - anyTime.low },
  fixedTime: { low: 1 - fixedTime.high, high: 1 - fixedTime.low },
})

/** The number of answers that the rules for showing estimates refer to. */
export const answersIn = (quality: AnyQuality): number =>
  isMultiLabel(quality)
    ? Object.values(quality.classes).reduce((sum, { answers }) => sum + answers, 0)
    : quality.all.answers

/** A number and its percent sign stay on one line. */
export const unbroken = (text: string): string => text.replaceAll(' %', '\u00a0%')

/**
 * An estimate as every command and page shows it.
 *
 * @example
 * const interval = { low: 0.902, high: 0.968 }
 * shownEstimate({ value: 0.941, anyTime: interval, fixedTime: interval }, { answers: 100 }) // => '94\u00a0% (90–97\u00a0%)'
 */
export const shownEstimate = (estimate: Estimate, options: DisplayOptions): string =>
  unbroken(estimateText(estimate, options))

/**
 * The range of a share, by the same rules.
 *
 * @example
 * shownRange({ low: 0.902, high: 0.968 }) // => '90–97\u00a0%'
 */
export const shownRange = (interval: { readonly low: number; readonly high: number }): string =>
  unbroken(rangeText(interval))
