import { type Algorithm, catalogue, costOf, takesKernel } from '@askance/core'

/** All that is the same under another name. */
export const otherNames = ({ name, sameAs }: Algorithm): readonly string[] => {
  const first = sameAs ?? name
  return catalogue
    .filter((other) => other.name !== name && (other.sameAs ?? other.name) === first)
    .map((other) => other.name)
}

/** Everything about an algorithm as plain data, for `--json`. */
export const factsOf = (algorithm: Algorithm) => {
  const { name, paper, task, learner, rule, form, parameters } = algorithm
  return {
    name,
    paper,
    task,
    learner: learner.name,
    rule: rule.name,
    form,
    probability: rule.formula,
    cost: costOf(algorithm),
    kernels: takesKernel(algorithm),
    parameters,
    sameAs: otherNames(algorithm),
    citations: citationKeys(algorithm),
  }
}

/** The paper of the name, then the works of the learner and the rule, each once. */
export const citationKeys = ({ paper, learner, rule }: Algorithm): readonly string[] => [
  ...new Set([paper, ...learner.cite, ...rule.cite]),
]
