import { type Algorithm, catalogue, costLegend, costOf, findAlgorithm } from '@askance/core'
import { command } from '../../command/declare.js'
import { columnsOf } from '../../context.js'
import { styleFor } from '../../terminal/style.js'
import { table } from '../../terminal/table.js'
import { wrapped } from '../../terminal/wrap.js'
import { factsOf } from './facts.js'
import { portrait } from './portrait.js'

const papers = [...new Set(catalogue.map(({ paper }) => paper))]

export const algorithmNames = catalogue.map(({ name }) => name)

export const algorithms = command({
  name: 'algorithms',
  summary: 'lists the algorithms, or tells one in full',
  description: [
    'An algorithm is a learner, which scores rows and learns labels, and a query rule, which gives the probability of asking. Each stands under the name its paper gave it.',
  ],
  arguments: [
    { name: 'NAME', summary: 'the algorithm to tell in full', optional: true, suggestions: algorithmNames },
  ],
  flags: {
    task: { type: 'text', choices: ['binary', 'multiclass'], summary: 'only those for this task' },
    paper: { type: 'text', hint: 'KEY', choices: papers, summary: 'only those named by this paper' },
    json: { type: 'switch', summary: 'prints JSON' },
  },
  examples: [
    { about: 'every algorithm, with what a round costs', line: 'askance algorithms' },
    { about: 'one of them in full', line: 'askance algorithms D-AMD' },
    {
      about: 'those for several classes, for a program',
      line: 'askance algorithms --task multiclass --json',
    },
  ],
  async run(context, { args: [name], flags }) {
    const { stdout } = context
    if (name !== undefined) {
      const algorithm = findAlgorithm(name)
      stdout.write(
        flags.json ? `${JSON.stringify(factsOf(algorithm), null, 2)}\n` : portrait(algorithm, context),
      )
      return
    }
    const chosen = catalogue.filter(
      ({ task, paper }) =>
        (!flags.task || task === flags.task || task === 'any') && (!flags.paper || paper === flags.paper),
    )
    if (flags.json) {
      stdout.write(`${JSON.stringify(chosen.map(factsOf), null, 2)}\n`)
      return
    }
    const style = styleFor(context, stdout)
    const columns = [
      { head: 'name', paint: style.bold },
      { head: 'paper' },
      { head: 'task' },
      { head: 'learner × rule' },
      { head: 'cost' },
      { head: 'parameters' },
    ]
    const width = stdout.isTTY ? { width: columnsOf(stdout) } : {}
    stdout.write(`${table(columns, chosen.map(rowOf), { ...width, heads: style.dim })}\n\n`)
    const legend = `cost of a round: ${costLegend}. \`askance algorithms NAME\` tells one in full.`
    stdout.write(`${wrapped(legend, columnsOf(stdout)).join('\n')}\n`)
  },
})

const rowOf = (algorithm: Algorithm): readonly string[] => [
  algorithm.name,
  algorithm.paper,
  algorithm.task,
  `${algorithm.learner.name} × ${algorithm.rule.name}`,
  costOf(algorithm),
  algorithm.parameters.map(({ name, default: usual }) => `${name}=${usual}`).join(', '),
]
