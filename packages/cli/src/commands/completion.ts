import { type Command, command } from '../command/declare.js'
import { bashCompletion } from '../completion/bash.js'
import { fishCompletion } from '../completion/fish.js'
import { zshCompletion } from '../completion/zsh.js'

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

export const completionFor = (loadCommands: () => Promise<readonly Command[]>): Command =>
  command({
    name: 'completion',
    summary: 'print a shell completion script',
    description: [],
    arguments: [{ name: 'SHELL', summary: 'bash, zsh or fish', choices: Object.keys(shells) }],
    flags: {},
    examples: [
      { about: 'bash, in ~/.bashrc', line: 'source <(askance completion bash)' },
      { about: 'zsh, in ~/.zshrc', line: 'source <(askance completion zsh)' },
      { about: 'fish, once', line: 'askance completion fish > ~/.config/fish/completions/askance.fish' },
    ],
    async run({ stdout }, { args: [shell] }) {
      stdout.write(shells[shell as keyof typeof shells](await loadCommands()))
    },
  })
