import { counted, percent } from '@askance/core/internals'
import { findWriter, itemWriters, writeItems, writerOf } from '@askance/data'
import { command } from '../command/declare.js'
import { cliError } from '../errors.js'
import { outputStream, writtenText } from '../files/sink.js'
import { openStream } from '../stream/open.js'
import { dataArgument, multiLabelFlags, multiLabelOptions, readerFlags } from '../stream/reader.js'
import { skippedText } from '../stream/skipped.js'
import { StatusLine } from '../terminal/status-line.js'

const { format: from, ...otherReaderFlags } = readerFlags

export const convert = command({
  name: 'convert',
  elsewhere: {
    o: 'name the file to write after the file to read',
    output: 'name the file to write after the file to read',
  },
  summary: 'convert data to another format',
  description: [
    'Names, labels, ids and texts are kept where the output format supports them; anything it cannot represent is reported at the end. Numbers round-trip exactly.',
    'When named features are numbered, the names are written to OUT.names, one per line.',
  ],
  arguments: [
    { ...dataArgument, name: 'IN' },
    {
      name: 'OUT',
      summary: 'the file to write, compressed if it ends in .gz; - for the standard output',
      file: true,
      writes: true,
    },
  ],
  flags: {
    from: { ...from, summary: 'the format of IN' },
    to: {
      type: 'text',
      hint: 'NAME',
      choices: itemWriters.map(({ name }) => name),
      defaultText: 'from the name of OUT',
      summary: 'the format of OUT',
    },
    numbering: {
      type: 'text',
      choices: ['keep', 'assign'],
      defaultText: 'keep if all names are numbers',
      summary: 'how LIBSVM output numbers named features: keep numeric names, or assign numbers from 1',
    },
    quiet: { type: 'switch', summary: 'print nothing on success' },
    ...otherReaderFlags,
    ...multiLabelFlags,
  },
  examples: [
    { about: 'a table as LIBSVM', line: 'askance convert flowers.csv flowers.libsvm --numbering assign' },
    { about: 'texts for labelling in Prodigy', line: 'askance convert mails.jsonl mails.prodigy.jsonl' },
    { about: 'to the standard output', line: 'askance convert data.libsvm - --to jsonl' },
  ],
  async run(context, { args: [path = '-', out = '-'], flags }) {
    const { to, numbering, quiet } = flags
    if (to === undefined && out === '-') throw cliError('usage/output-format', { flag: 'to' })
    const writer = to === undefined ? writerOf(out) : findWriter(to)
    const status = new StatusLine(context, !quiet)
    try {
      const input = await openStream(
        context,
        path,
        { ...flags, format: flags.from },
        { as: 'items', ...multiLabelOptions(flags) },
      )
      let items = 0
      const source = {
        name: input.name,
        columns: input.columns,
        async *batches() {
          for await (const batch of input.items()) {
            yield batch
            items += batch.length
            const { done } = input
            status.show(() => `${counted(items, 'item')}${done === undefined ? '' : `, ${percent(done, 0)}`}`)
          }
        },
      }
      const target = out === '-' ? outputStream(context) : out
      const written = await writeItems(writer.name, source, target, { ...(numbering && { numbering }) })
      status.clear()
      if (!quiet) context.stderr.write(writtenText(written, out, writer.name))
      context.stderr.write(skippedText(input.skipped))
    } finally {
      status.end()
    }
  },
})
