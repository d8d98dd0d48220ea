import { code, generatedPage, table } from './markdown.mjs'

const introduction = `\`askance COMMAND --help\` prints the same. DATA is a file, or \`-\` for the standard input; format and compression are detected.
Results go to the standard output, everything else to the standard error. Brackets show the default. Exit codes: 0 success, 1 an error in the
data or the environment, 2 an invalid command line or setting (error codes \`usage/\` and \`setting/\`), 70 an internal error.`

const render = async () => {
  const { loadCommands, groupedFlags, flagSyntax, usageLine } = await import(
    '../../packages/cli/dist/src/index.js'
  )
  const commands = await loadCommands()
  const { described } = await import('../../packages/core/dist/src/internals.js')
  const section = (command) => {
    const args = command.arguments.map(({ name, summary }) => [code(name), summary])
    const flags = groupedFlags(command).flatMap(([, members]) =>
      members.map(([name, flag]) => [code(flagSyntax(name, flag)), described(flag, flag.defaultText)]),
    )
    const examples = command.examples.map(({ about, line }) => `# ${about}\n${line}`).join('\n')
    return [
      `## ${command.name}`,
      `${command.summary[0].toUpperCase()}${command.summary.slice(1)}: ${code(usageLine(command))}`,
      table(['', ''], [...args, ...flags]),
      ...command.description,
      `\`\`\`sh\n${examples}\n\`\`\``,
    ].join('\n\n')
  }
  return generatedPage('The command line', [introduction, ...commands.map(section)])
}

export const cliPage = { file: 'docs/cli.md', render }
