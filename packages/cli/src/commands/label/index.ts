import { command } from '../../command/declare.js'
import { readerFlags } from '../../stream/reader.js'
import { labelFlags } from './flags.js'

export const label = command({
  name: 'label',
  summary: 'label a file: answer some questions in the browser, get all items labelled',
  description: [
    'Reads FILE, prints the role of each column, starts a service on this machine, and opens the labelling desk. The next question is always the one whose answer is worth most. Ctrl-C stops, and the same command continues later: all answers are stored next to the file.',
    'At the end, or whenever it is stopped, FILE is written again with a label for each item, its probability, and whether it comes from an answer or a prediction. The estimated accuracy is printed with its interval.',
    'Labels that FILE already has are used. For a rare class, give a few examples: find them in FILE with --search and name them with --known, or write them to a file for --examples.',
    'With --simulate, the labels of FILE answer the questions, to see how well it would work.',
  ],
  arguments: [
    { name: 'FILE', summary: 'the items: a file, a folder, or a data set in --data-dir', file: true },
  ],
  flags: { ...labelFlags, ...readerFlags },
  examples: [
    {
      about: 'label tickets with at most 500 answers',
      line: 'askance label tickets.csv --classes billing,bug,other --labels 500',
    },
    {
      about: 'find examples of a rare class, and start with them',
      line: 'askance label tickets.csv --search "money back"',
    },
    {
      about: 'start with two known items',
      line: 'askance label tickets.csv --classes refund,other --known T-17=refund --known T-42=refund',
    },
    {
      about: 'how good would 300 answers be?',
      line: 'askance label mails.jsonl --labels 300 --simulate',
    },
  ],
  async run(context, input) {
    if (input.flags.search !== undefined) {
      const { search } = await import('./search.js')
      await search(context, input)
      return
    }
    if (input.flags.simulate) {
      const { simulate } = await import('./simulate.js')
      await simulate(context, input)
      return
    }
    // Imported here so that other commands do not load a web server.
    const { labelFile } = await import('./serve.js')
    await labelFile(context, input)
  },
})
