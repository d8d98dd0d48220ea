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
