import type { GivenAnswer, Question } from './labelling.js'

/** How many recent and how many likely classes are listed first. */
const EACH = 4

/**
 * The classes to list first among many: those of the last answers and the most likely ones, in alphabetical order, so that
 * the place of a class does not reveal the suggestion.
 */
export const firstClasses = (
  question: Pick<Question, 'likely'> | undefined,
  last: readonly Pick<GivenAnswer, 'label'>[],
): readonly string[] => {
  const recent = new Set(last.flatMap(({ label }) => label ?? []))
  const likely = question?.likely.map(({ label }) => label) ?? []
  return [...new Set([...[...recent].slice(0, EACH), ...likely.slice(0, EACH)])].sort()
}
