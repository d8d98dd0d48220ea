import { code, generatedPage, table } from './markdown.mjs'

const core = () => import('../../packages/core/dist/src/internals.js')

const introduction = `Every named algorithm is a learner (how the model scores and updates) and a query rule (the probability of asking).
With a margin p ≥ 0 — the distance of the prediction from tipping over — and a coin u in [0, 1), an item is asked about
when u < P. A name with \`-diag\` keeps only the diagonal of its matrix.`

const described = ({ name, cite, summary }) => [code(name), summary, cite.map((key) => code(key)).join(', ')]

const parameterRows = (declarations, { rangeOf }) =>
  declarations.flatMap((owner) =>
    owner.parameters.map((parameter) => [
      code(parameter.name),
      parameter.symbol,
      owner.name,
      String(parameter.default),
      rangeOf(parameter),
      parameter.summary,
    ]),
  )

const papers = ({ catalogue, citations, costOf }) =>
  [...new Set(catalogue.map(({ paper }) => paper))].map((paper) => {
    const rows = catalogue
      .filter((algorithm) => algorithm.paper === paper)
      .map((algorithm) => [
        code(algorithm.name),
        algorithm.task,
        algorithm.learner.name,
        algorithm.rule.name,
        costOf(algorithm),
        algorithm.parameters.map(({ name }) => code(name)).join(', '),
        algorithm.sameAs ? `same as ${code(algorithm.sameAs)}` : '',
      ])
    const heads = ['name', 'task', 'learner', 'rule', 'cost', 'parameters', '']
    return `## ${paper}\n\n${citations[paper]}.\n\n${table(heads, rows)}`
  })

/** Which learners each rule can read. */
const combinations = ({ combinableRules, learnerVariants, rulesFor }) => {
  const readable = (rule) => learnerVariants.filter((variant) => rulesFor(variant).includes(rule))
  const rows = combinableRules.map((rule) => {
    const names = readable(rule).map(({ name }) => code(name))
    return [code(rule.name), names.length === learnerVariants.length ? 'all' : names.join(', ')]
  })
  return `## Combinations

Any learner can be combined with any rule that can read it: \`RLS x near\` is an algorithm name, in the library, in commands
(also as \`--learner RLS --rule near\`), in protocols and in saved models. \`-diag\` keeps the diagonal of a matrix, \`-multiclass\` a weight
vector for each class; other combinations learn several classes one-vs-all. The learners are
${learnerVariants.map(({ name }) => code(name)).join(', ')}.

${table(['rule', 'learners'], rows)}`
}

const render = async () => {
  const library = await core()
  const learners = Object.values(library.learners)
  const rules = Object.values(library.queries)
  const parameterHeads = ['parameter', 'symbol', 'of', 'default', 'range', 'meaning']
  return generatedPage('Algorithms', [
    introduction,
    `Cost of a round: ${library.costLegend}. Learners that can run with a kernel: ${learners
      .filter(({ forms }) => forms.includes('kernel'))
      .map(({ name }) => code(name))
      .join(', ')}; then \`capacity\` bounds what is stored.`,
    ...papers(library),
    combinations(library),
    `## Learners\n\n${table(['learner', 'what it does', 'source'], learners.map(described))}`,
    `## Query rules\n\n${table(
      ['rule', 'P', 'what it does', 'with late answers', 'source'],
      rules.map((rule) => {
        const [name, summary, cite] = described(rule)
        return [name, rule.formula, summary, rule.late, cite]
      }),
    )}`,
    `## Parameters\n\n${table(parameterHeads, parameterRows([...rules, ...learners], library))}`,
    `## Sources\n\n${table(
      ['key', 'work'],
      Object.entries(library.citations).map(([key, work]) => [code(key), work]),
    )}`,
  ])
}

export const algorithmsPage = { file: 'docs/algorithms.md', render }
