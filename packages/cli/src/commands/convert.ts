import { counted, percent } from '@askance/core/internals'
import { findWriter, itemWriters, writeItems, writerOf } from '@askance/data'
import { command } from '../command/declare.js'
import { cliError } from '../errors.js'
import { outputStream, writtenText } from '../files/sink.js'
import { openStream } from '../stream/open.js'
import { dataArgument, readerFlags } from '../stream/reader.js'
import { skippedText } from '../stream/skipped.js'
import { StatusLine } from '../terminal/status-line.js'

const { format: from, ...otherReaderFlags } = readerFlags

export const convert = command({
  name: 'convert',
  summary: 'writes data in another format',
  description: [
    'Names, labels, ids and texts are kept where the format has a place for them; what it could not carry is told at the end. Numbers read back to the same bits.',
    'Where named features become numbers, the names go to OUT.names, one a line.',
  ],
  arguments: [
    { ...dataArgument, name: 'IN' },
    {
      name: 'OUT',
      summary: 'the file to write, packed if it ends in .gz; - is the standard output',
      file: true,
    },
  ],
  flags: {
    from: { ...from, summary: 'the format of IN' },
    to: {
      type: 'text',
      hint: 'NAME',
      choices: itemWriters.map(({ name }) => name),
      defaultText: 'as the name of OUT tells',
      summary: 'the format of OUT',
    },
    numbering: {
      type: 'text',
      choices: ['keep', 'assign'],
      defaultText: 'keep where the names are numbers',
      summary: 'what becomes of named features in LIBSVM: the names are the numbers, or are counted from 1',
    },
    quiet: { type: 'switch', summary: 'says nothing when all went well' },
    ...otherReaderFlags,
  },
  examples: [
    { about: 'a table as LIBSVM', line: 'askance convert flowers.csv flowers.libsvm --numbering assign' },
    { about: 'texts to be labelled with Prodigy', line: 'askance convert mails.jsonl mails.prodigy.jsonl' },
    { about: 'to the standard output', line: 'askance convert data.libsvm - --to jsonl' },
  ],
  async run(context, { args: [path = '-', out = '-'], flags }) {
    const { to, numbering, quiet } = flags
    if (to === undefined && out === '-') throw cliError('usage/output-format', { flag: 'to' })
    const writer = to === undefined ? writerOf(out) : findWriter(to)
    const status = new StatusLine(context, !quiet)
    try {
      const input = await openStream(context, path, { ...flags, format: flags.from }, { as: 'items' })
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
