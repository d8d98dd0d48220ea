import { count, counted } from '@askance/core/internals'
import type { Skipped } from '@askance/data'

/** Counts items without a label and lists skipped records; empty if there are none. */
export const skippedText = (skipped: Skipped): string => {
  const { unlabelled } = skipped
  const left =
    unlabelled === 0
      ? ''
      : `${counted(unlabelled, 'item')} without a label ${unlabelled === 1 ? 'is' : 'are'} left out\n`
  return left + recordsText(skipped)
}

const recordsText = (skipped: Skipped): string => {
  if (skipped.count === 0) return ''
  const rest = skipped.count - skipped.first.length
  return [
    `skipped ${counted(skipped.count, 'record')}:`,
    ...skipped.first.map((message) => `  ${message}`),
    ...(rest > 0 ? [`  and ${count(rest)} more`] : []),
    '',
  ].join('\n')
}
