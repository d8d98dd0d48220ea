import { Dialog } from '../parts/dialog.js'
import { type Key, say } from '../words/say.js'

const rows: readonly (readonly [readonly string[], Key])[] = [
  [['1', '…', '9'], 'shell.keys.answer'],
  [['a', 'b', 'c'], 'shell.keys.letters'],
  [['a', '…', 'z'], 'shell.keys.search'],
  [['y', 'n', 'l'], 'shell.keys.confirm'],
  [['1', say('shell.keys.enter')], 'shell.keys.several'],
  [['0', say('shell.keys.enter')], 'shell.keys.none'],
  [[say('shell.keys.space')], 'shell.keys.skip'],
  [['u', ','], 'shell.keys.unsure'],
  [[say('shell.keys.backspace')], 'shell.keys.undo'],
  [['r', '.'], 'shell.keys.reveal'],
  [['+'], 'shell.keys.add'],
  [['↑', '↓'], 'shell.keys.scroll'],
  [['?'], 'shell.keys.help'],
  [['g'], 'shell.keys.guidelines'],
  [[say('shell.keys.escape')], 'shell.keys.close'],
]

const reviewRows: typeof rows = [
  [['1', '…', '9'], 'shell.keys.settle'],
  [['o'], 'shell.keys.other'],
  [[say('shell.keys.space')], 'shell.keys.later'],
  [[say('shell.keys.backspace')], 'shell.keys.undoReview'],
]

interface HelpProps {
  readonly open: boolean
  readonly guidelines: string | undefined
  onClose(): void
}

/** Shortcuts of the desk and guidelines of the stream. */
export const Help = ({ open, guidelines, onClose }: HelpProps) => (
  <Dialog title={say('shell.keys.title')} open={open} onClose={onClose} class="help">
    <h3>{say('shell.keys.guidelinesTitle')}</h3>
    <p class="guidelines">{guidelines || say('shell.keys.noGuidelines')}</p>
    <p class="hint">{say('shell.keys.unsureNote')}</p>
    <h3>{say('shell.keys.desk')}</h3>
    <KeyList rows={rows} />
    <h3>{say('shell.keys.review')}</h3>
    <KeyList rows={reviewRows} />
    <p class="hint">{say('shell.keys.exportNote')}</p>
    <p class="small">
      <a href="/docs">{say('shell.keys.apiDocs')}</a>
    </p>
  </Dialog>
)

const KeyList = ({ rows: shown }: { readonly rows: typeof rows }) => (
  <ul class="keys">
    {shown.map(([keys, does]) => (
      <li key={does}>
        {say(does)}
        <span>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      </li>
    ))}
  </ul>
)
