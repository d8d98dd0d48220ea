import { say } from '../../words/say.js'
import type { FileProblem, OpenError } from './problem.js'

const positionText = (name: string, { file = name, line, column }: FileProblem): string => {
  if (line === undefined) return say('common.fileError.file', { file })
  return column === undefined
    ? say('common.fileError.line', { file, line })
    : say('common.fileError.column', { file, line, column })
}

/** The message without its position, which is shown above it. */
const messageText = ({ message, file, line, column }: FileProblem): string => {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  const text = place !== '' && message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}

interface FileErrorProps {
  readonly openError: OpenError
  /** The name of the file that is still open. */
  readonly open?: string | undefined
}

/** Where and why a file cannot be read. */
export const FileError = ({ openError: { name, problem }, open }: FileErrorProps) => (
  <div class="fault">
    <div>
      <b>{positionText(name, problem)}</b>
      <p>{messageText(problem)}</p>
      <p class="muted">
        {open === undefined ? say('common.fileError.nothing') : say('common.fileError.still', { name: open })}
      </p>
    </div>
  </div>
)
