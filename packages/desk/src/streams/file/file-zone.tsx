import { FileChooser } from '../../parts/file/drop.js'
import { FileError } from '../../parts/file/error.js'
import type { OpenError } from '../../parts/file/problem.js'
import { formatCount, formatPercent } from '../../parts/numbers.js'
import { say } from '../../words/say.js'
import type { Reading } from './use-file.js'

interface FileZoneProps {
  readonly isOver: boolean
  readonly reading: Reading | undefined
  readonly openError: OpenError | undefined
  onFile(file: File): void
}

/** Where a file is dropped or chosen. */
export const FileZone = ({ isOver, reading, openError, onFile }: FileZoneProps) => (
  <section class={isOver ? 'file-zone over' : 'file-zone'} aria-labelledby="file-zone-title">
    <h2 id="file-zone-title">{say('streams.file.zone')}</h2>
    {openError && (
      <div role="alert">
        <FileError openError={openError} />
      </div>
    )}
    <p class="muted">{say(isOver ? 'streams.file.dropHere' : 'streams.file.zoneText')}</p>
    <p class="acts">
      <FileChooser class="button" onFile={onFile} />
      <span class="hint" role="status">
        {reading ? readingText(reading) : say('streams.file.drop')}
      </span>
    </p>
  </section>
)

/** How far a file was read. */
export const readingText = ({ name, items, share }: Reading): string =>
  share === undefined
    ? say('streams.file.reading', { name, items: formatCount(items) })
    : say('streams.file.readingShare', { name, items: formatCount(items), share: formatPercent(share) })
