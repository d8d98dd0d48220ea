import type { Schemas } from '@askance/server/client'
import { isSameLabel, type LabelOrLabels } from '../parts/labels.js'

export type DoubtfulItem = Schemas['DoubtfulItem']
export type ReviewKind = 'disagreements' | 'mistakes'

/** A label to choose in the review, and who or what is for it. */
interface ReviewChoice {
  readonly label: LabelOrLabels
  readonly voters: readonly string[]
  /** Whether it is the label that the item has. */
  readonly isCurrent: boolean
  /** Whether the model suggests it. */
  readonly isSuggested: boolean
}

/** More have no key of their own. */
const MAX_CHOICES = 9

/**
 * The labels to choose from: the one that the item has first, then the others, those with the most votes first.
 *
 * @example
 * const item = { answer: 'ham', suggested: 'spam', votes: [{ by: 'Ada', label: 'ham' }, { by: 'Ben', label: 'spam' }] }
 * reviewChoices(item, 'disagreements').map(({ label, voters }) => [label, voters.join()]) // => [['ham', 'Ada'], ['spam', 'Ben']]
 */
export const reviewChoices = (
  { answer, by, suggested, votes = [] }: Pick<DoubtfulItem, 'answer' | 'by' | 'suggested' | 'votes'>,
  kind: ReviewKind,
): readonly ReviewChoice[] => {
  const ballots = votes.flatMap((vote) => (vote.label === undefined ? [] : [{ ...vote, label: vote.label }]))
  const hasVoted = ballots.some((vote) => vote.by === by)
  if (answer !== undefined && by !== undefined && !hasVoted) ballots.push({ by, label: answer })
  const votersFor = (label: LabelOrLabels): readonly string[] =>
    ballots.filter((vote) => isSameLabel(vote.label, label)).map((vote) => vote.by)
  const byVotes = ballots
    .map(({ label }) => label)
    .sort((one, other) => votersFor(other).length - votersFor(one).length)
  const labels = [...(answer === undefined ? [] : [answer]), ...byVotes, suggested]
  const distinct = labels.filter(
    (label, place) => labels.findIndex((one) => isSameLabel(one, label)) === place,
  )
  return distinct.slice(0, MAX_CHOICES).map((label) => ({
    label,
    voters: votersFor(label),
    isCurrent: isSameLabel(label, answer),
    isSuggested: kind === 'mistakes' && isSameLabel(label, suggested),
  }))
}

/** What a key does in the review. */
type ReviewAction =
  | { readonly does: 'settle'; readonly label: LabelOrLabels }
  | { readonly does: 'later' | 'other' | 'undo' }

/**
 * Maps a key to its action in the review.
 *
 * @example
 * reviewAction('2', ['ham', 'spam']) // => { does: 'settle', label: 'spam' }
 * reviewAction(' ', ['ham', 'spam']) // => { does: 'later' }
 * reviewAction('3', ['ham', 'spam']) // => undefined
 */
export const reviewAction = (key: string, labels: readonly LabelOrLabels[]): ReviewAction | undefined => {
  if (key === ' ') return { does: 'later' }
  if (key === 'Backspace') return { does: 'undo' }
  if (key.toLowerCase() === 'o') return { does: 'other' }
  const label = /^[1-9]$/.test(key) ? labels[Number(key) - 1] : undefined
  return label === undefined ? undefined : { does: 'settle', label }
}
