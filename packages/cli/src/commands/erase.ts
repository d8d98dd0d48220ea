import { counted } from '@askance/core/internals'
import { type Command, command, type Flags, type Input } from '../command/declare.js'
import { cliError } from '../errors.js'
import { StatusLine } from '../terminal/status-line.js'
import { ACTOR, settingsFromInput, storeFlags } from './service-flags.js'

const eraseFlags = {
  ids: { type: 'list', hint: 'ID,...', summary: 'erase the items with these ids' },
  'id-prefix': { type: 'text', hint: 'TEXT', summary: 'erase the items whose id begins with this' },
  meta: {
    type: 'list',
    hint: 'NAME=VALUE,...',
    summary: 'erase the items whose metadata has all of these values, such as author=ada',
  },
  labeller: {
    type: 'text',
    hint: 'NAME',
    summary: 'unlearn the answers of this labeller and replace the name in the log',
  },
  ...storeFlags,
} as const satisfies Flags

export const erase: Command = command({
  name: 'erase',
  summary: 'erase the items and the answers of a person from a stream',
  description: [
    'The content of the items is deleted, their answers are unlearned, and the model is rebuilt as if it had never seen them. Ids and decisions stay in the log. Backups are not changed: make a new one, and delete the old ones.',
    'The command opens the store directly, so no service may use it. While the service runs, use its API instead (POST /v1/streams/STREAM/erase). If the command is interrupted, run it again.',
  ],
  arguments: [{ name: 'STREAM', summary: 'the id of the stream' }],
  flags: eraseFlags,
  examples: [
    { about: 'all items of a customer', line: 'askance erase mails --id-prefix customer-17/' },
    { about: 'all items of an author', line: 'askance erase mails --meta author=ada' },
    { about: 'everything a labeller said', line: 'askance erase mails --labeller bob' },
  ],
  async run(context, input) {
    const [stream = ''] = input.args
    const settings = settingsFromInput(context, input as unknown as Input<Flags>)
    const { ids = [], 'id-prefix': idPrefix, meta = [], labeller } = input.flags
    if (ids.length + meta.length === 0 && !idPrefix && !labeller)
      throw cliError('usage/flag-missing', {
        command: 'erase',
        flag: '--ids, --id-prefix, --meta or --labeller',
        summary: 'what to erase',
      })
    const person = {
      ...(ids.length > 0 && { ids }),
      ...(idPrefix && { idPrefix }),
      ...(meta.length > 0 && { meta: Object.fromEntries(meta.map(pairOf)) }),
      ...(labeller && { labeller }),
    }
    const { eraseFromStore } = await import('@askance/server/run')
    const status = new StatusLine(context)
    const onProgress = (items: number): void => status.show(() => `Erased ${counted(items, 'item')} …`)
    const erased = await eraseFromStore(settings, stream, person, ACTOR, onProgress).finally(() =>
      status.end(),
    )
    const { items, forgotten, labeller: said } = erased
    if (Object.keys(person).some((name) => name !== 'labeller'))
      context.stdout.write(`erased ${counted(items, 'item')}, unlearned ${counted(forgotten, 'answer')}\n`)
    if (said)
      context.stdout.write(
        `unlearned ${counted(said.answers, 'answer')} of the labeller, now called ${said.as}\n`,
      )
  },
})

const pairOf = (text: string): readonly [string, string] => {
  const place = text.indexOf('=')
  if (place > 0) return [text.slice(0, place), text.slice(place + 1)]
  throw cliError('usage/value', { flag: 'meta', found: text, expected: 'NAME=VALUE' })
}
