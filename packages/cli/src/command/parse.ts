import { parseArgs } from 'node:util'
import { nearest } from '@askance/core'
import { cliError } from '../errors.js'
import { type Command, type Flag, type Flags, type Input, spelled } from './declare.js'

/** Flags that every command understands. */
export const commonFlags = {
  help: { type: 'switch', short: 'h', summary: 'explains the command' },
} as const satisfies Flags

/** `help` is set when the user asked for help; the arguments are then not checked. */
export type Parsed = Input<Flags> & { readonly help: boolean }

/** What the user wrote behind the name of the command, checked against its declaration. */
export const parsed = (command: Command, written: readonly string[]): Parsed => {
  const flags: Flags = { ...command.flags, ...commonFlags }
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, alone, short }]) => [
      name,
      {
        type: type === 'switch' || alone !== undefined ? ('boolean' as const) : ('string' as const),
        ...(short !== undefined && { short }),
      },
    ]),
  )
  const { tokens } = parseArgs({ args: [...written], options, strict: false, tokens: true })
  const values: Record<string, unknown> = startingValues(flags)
  const given = new Set<string>()
  const args: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value)
    if (token.kind !== 'option') continue
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined
    if (!flag) throw unknownFlag(command, token.rawName)
    const value = flagValue(flags, token.name, flag, token.value, token.inlineValue === true)
    values[token.name] = flag.repeated ? [...(values[token.name] as unknown[]), value] : value
    given.add(token.name)
  }
  const help = given.has('help')
  if (!help) {
    checkArguments(command, args)
    checkRequired(command, given)
  }
  return { args, flags: values as Input<Flags>['flags'], given, help }
}

const startingValues = (flags: Flags): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, { type, repeated, default: usual }]) => [
      name,
      type === 'switch' ? false : repeated ? [] : usual,
    ]),
  )

const unknownFlag = (command: Command, rawName: string): Error => {
  const known = Object.keys({ ...command.flags, ...commonFlags })
  const near = nearest(rawName.replace(/^-+/, ''), known)
  const hint = near ? `did you mean --${near}?` : `\`askance ${command.name} --help\` lists them`
  return cliError('usage/flag', { command: command.name, flag: rawName, hint })
}

const flagValue = (
  flags: Flags,
  name: string,
  flag: Flag,
  text: string | undefined,
  inline: boolean,
): string | number | boolean => {
  if (flag.type === 'switch') {
    if (text !== undefined) throw cliError('usage/value-extra', { flag: name, found: text })
    return true
  }
  if (flag.alone !== undefined && text === undefined) return flag.alone
  // `--algorithm --json` forgot a value; a value that looks like a flag can still be written with an equals sign.
  if (text === undefined || text === '' || (!inline && isKnownFlag(flags, text)))
    throw cliError('usage/value-missing', { flag: name, hint: spelled(name, flag) })
  return checkedValue(name, flag, text)
}

const isKnownFlag = (flags: Flags, text: string): boolean =>
  text.startsWith('--') && Object.hasOwn(flags, text.slice(2).split('=')[0] ?? '')

const checkedValue = (name: string, flag: Flag, text: string): string | number => {
  if (flag.choices && !flag.choices.includes(text))
    throw cliError('usage/value', { flag: name, found: text, expected: listed(flag.choices, text) })
  if (flag.type !== 'number' && flag.type !== 'whole') return text
  const { least = Number.NEGATIVE_INFINITY, above = Number.NEGATIVE_INFINITY } = flag
  const { most = Number.MAX_SAFE_INTEGER } = flag
  const value = text.trim() === '' ? Number.NaN : Number(text)
  const sound = value >= least && value > above && value <= most
  if (!sound || (flag.type === 'whole' && !Number.isInteger(value)))
    throw cliError('usage/value', { flag: name, found: text, expected: rangeInWords(flag) })
  return value
}

/** The choices, and which of them was probably meant. */
const listed = (choices: readonly string[], found: string): string => {
  const near = nearest(found, choices)
  return `${choices.join(', ')}${near ? `; did you mean ${near}?` : ''}`
}

const rangeInWords = ({ type, least, above, most }: Flag): string =>
  [
    type === 'whole' ? 'a whole number' : 'a number',
    least !== undefined ? `from ${least}` : above !== undefined ? `above ${above}` : '',
    most !== undefined ? `up to ${most}` : '',
  ]
    .filter(Boolean)
    .join(' ')

const checkArguments = (command: Command, args: readonly string[]): void => {
  const declared = command.arguments
  const missing = declared.find((argument, k) => !argument.optional && args[k] === undefined)
  if (missing) throw cliError('usage/argument-missing', { command: command.name, ...missing })
  if (args.length > declared.length && !declared.at(-1)?.repeated) {
    const most =
      declared.length === 0 ? 'no argument' : `only ${declared.map(({ name }) => name).join(' and ')}`
    throw cliError('usage/argument-extra', { command: command.name, found: args[declared.length], most })
  }
  declared.forEach(({ name, choices }, k) => {
    const found = args[k]
    if (!choices || found === undefined || choices.includes(found)) return
    throw cliError('usage/argument', { name, found, expected: listed(choices, found) })
  })
}

const checkRequired = ({ name: command, flags }: Command, given: ReadonlySet<string>): void => {
  for (const [name, flag] of Object.entries(flags))
    if (flag.required && !given.has(name))
      throw cliError('usage/flag-missing', { command, flag: spelled(name, flag), summary: flag.summary })
}
