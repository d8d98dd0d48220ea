import { parseArgs } from 'node:util'
import { admits, expectedOf, parseText, suggestion, type Value } from '@askance/core/internals'
import { cliError } from '../errors.js'
import { type Command, type Flag, type Flags, flagSyntax, type Input } from './declare.js'

/** Flags of every command. */
export const commonFlags = {
  help: { type: 'switch', short: 'h', summary: 'show this help' },
} as const satisfies Flags

/** With `help`, arguments are not validated. */
type Parsed = Input<Flags> & { readonly help: boolean }

/** Parses and validates the words after the command name. */
export const parseCommand = (command: Command, written: readonly string[]): Parsed => {
  const flags: Flags = { ...command.flags, ...commonFlags }
  const aliases = new Map(
    Object.entries(flags).flatMap(([name, { alias }]) => (alias === undefined ? [] : [[alias, name]])),
  )
  const options = Object.fromEntries(
    Object.entries(flags).flatMap(([name, { type, alone, short, alias }]) => {
      const kind = type === 'switch' || alone !== undefined ? ('boolean' as const) : ('string' as const)
      const option = { type: kind, ...(short !== undefined && { short }) }
      return [[name, option] as const, ...(alias === undefined ? [] : [[alias, { type: kind }] as const])]
    }),
  )
  const { tokens } = parseArgs({ args: [...written], options, strict: false, tokens: true })
  const values: Record<string, unknown> = defaultValues(flags)
  const given = new Set<string>()
  const args: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value)
    if (token.kind !== 'option') continue
    const name = aliases.get(token.name) ?? token.name
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined
    if (!flag) throw unknownFlag(command, token.rawName, written[token.index]!)
    const value = flagValue(flags, name, flag, token.value, token.inlineValue === true)
    values[name] = flag.repeated ? [...(values[name] as unknown[]), value] : value
    given.add(name)
  }
  const help = given.has('help')
  if (!help) {
    checkArguments(command, args)
    checkRequired(command, given)
  }
  return { args, flags: values as Input<Flags>['flags'], given, help }
}

const defaultValues = (flags: Flags): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, { type, repeated, default: value }]) => [
      name,
      type === 'switch' ? false : repeated ? [] : value,
    ]),
  )

/** A word that looks like the name of a file. */
const FILE_NAME = /^-[^=]*\.\w+$/

const unknownFlag = (command: Command, flag: string, word: string): Error => {
  if (FILE_NAME.test(word))
    return cliError('usage/flag', {
      command: command.name,
      flag: word,
      hint: `for a file with this name, write ./${word}`,
    })
  const known = Object.keys({ ...command.flags, ...commonFlags }).map((name) => `--${name}`)
  const name = flag.replace(/^-+/, '--')
  const hint =
    command.elsewhere?.[name.slice(2)] ??
    suggestion(name, known, `\`askance ${command.name} --help\` lists them`)
  return cliError('usage/flag', { command: command.name, flag, hint })
}

const flagValue = (
  flags: Flags,
  name: string,
  flag: Flag,
  text: string | undefined,
  inline: boolean,
): Value => {
  if (flag.type === 'switch') {
    if (text !== undefined) throw cliError('usage/value-extra', { flag: name, found: text })
    return true
  }
  if (flag.alone !== undefined && text === undefined) return flag.alone
  // `--algorithm --json` lacks a value. A value that looks like a flag can follow an equals sign.
  if (text === undefined || text === '' || (!inline && isKnownFlag(flags, text)))
    throw cliError('usage/value-missing', { flag: name, hint: flagSyntax(name, flag) })
  const value = parseText(flag, text)
  if (!admits(flag, value))
    throw cliError('usage/value', { flag: name, found: text, expected: expectedOf(flag, value) })
  return value
}

const isKnownFlag = (flags: Flags, text: string): boolean =>
  text.startsWith('--') && Object.hasOwn(flags, text.slice(2).split('=')[0] ?? '')

const checkArguments = (command: Command, args: readonly string[]): void => {
  const declared = command.arguments
  const missing = declared.find((argument, k) => !argument.optional && args[k] === undefined)
  if (missing) throw cliError('usage/argument-missing', { command: command.name, ...missing })
  if (args.length > declared.length && !declared.at(-1)?.repeated) {
    const most =
      declared.length === 0 ? 'no arguments' : `only ${declared.map(({ name }) => name).join(' and ')}`
    throw cliError('usage/argument-extra', { command: command.name, found: args[declared.length], most })
  }
  declared.forEach((argument, k) => {
    const found = args[k]
    if (!argument.choices || found === undefined || argument.choices.includes(found)) return
    const expected = expectedOf({ type: 'text', ...argument }, found)
    throw cliError('usage/argument', { name: argument.name, found, expected })
  })
}

const checkRequired = ({ name: command, flags }: Command, given: ReadonlySet<string>): void => {
  for (const [name, flag] of Object.entries(flags))
    if (flag.required && !given.has(name))
      throw cliError('usage/flag-missing', { command, flag: flagSyntax(name, flag), summary: flag.summary })
}

/**
 * Quotes a word for a POSIX shell, only where needed.
 *
 * @example
 * shellQuoted('data.libsvm') // => 'data.libsvm'
 * shellQuoted('CSPAA(a)') // => "'CSPAA(a)'"
 */
export const shellQuoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** A command line from its words. */
export const commandLine = (words: readonly string[]): string => words.map(shellQuoted).join(' ')
