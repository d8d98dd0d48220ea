import { code, generatedPage, table } from './markdown.mjs'

const introduction = `\`askance COMMAND --help\` says the same in the terminal. Data comes from files or, as \`-\`, from the standard input; format and
compression are recognised by content. Results go to the standard output, everything else to the standard error. The exit code is 0 when
all went well, 1 when the data or something outside was wrong, 2 when the command line was mistyped or a setting of the service is wrong:
codes under \`usage/\` and \`setting/\`.`

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
