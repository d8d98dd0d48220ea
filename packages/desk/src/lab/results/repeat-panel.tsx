import { Fragment } from 'preact'
import { Copy } from '../../parts/copy.js'
import { Group } from '../../parts/group.js'
import { say } from '../../words/say.js'
import type { Outcome } from '../engine/messages.js'
import { fileStem, savePicture, saveText } from '../save.js'
import { tableCsv } from './scores.js'

/** The command that reproduces the run, and downloads. */
export const RepeatPanel = ({ outcome, name }: { readonly outcome: Outcome; readonly name: string }) => {
  const stem = `${fileStem(name)}-lab`
  const { command, results, table, stopped } = outcome
  return (
    <section class="panel" aria-labelledby="lab-repeat">
      <div class="panel-head">
        <h2 id="lab-repeat">{say('lab.repeat.title')}</h2>
        <span class="note">{say('lab.repeat.note')}</span>
      </div>
      <div class="command">
        <code>
          {command.split(/ (?=--)/).map((part) => (
            <Fragment key={part}>
              <span>{part}</span>{' '}
            </Fragment>
          ))}
        </code>
        <Copy text={command} />
      </div>
      <p class="hint">
        {say('lab.repeat.text')} {stopped && say('lab.repeat.stopped')}
      </p>
      <Group class="saves" label={say('lab.save.title')}>
        <button
          type="button"
          class="button"
          onClick={() => saveText(`${JSON.stringify(results)}\n`, 'application/json', `${stem}.json`)}
        >
          {say('lab.save.json')}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => saveText(tableCsv(table), 'text/csv', `${stem}.csv`)}
        >
          {say('lab.save.csv')}
        </button>
        <button type="button" class="button" onClick={() => saveChart(`${stem}.png`)}>
          {say('lab.save.png')}
        </button>
      </Group>
    </section>
  )
}

/** Saves the current chart; does nothing while it is shown as a table. */
const saveChart = (name: string): void => {
  const panel = document.querySelector<HTMLElement>('.lab .curves')
  const canvas = panel?.querySelector('canvas')
  if (panel && canvas) savePicture(canvas, getComputedStyle(panel).backgroundColor, name)
}
