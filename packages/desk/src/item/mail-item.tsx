import type { Mail } from '@askance/data/mail'
import { say } from '../words/say.js'
import { LongText } from './long-text.js'
import { Marked, type Marking } from './marked.js'

const dated = (time: number): string => {
  const date = new Date(time)
  const isOld = date.getFullYear() !== new Date().getFullYear()
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(isOld && { year: 'numeric' }),
  }).format(date)
}

interface MailProps {
  readonly mail: Mail
  readonly marking: Marking
}

export const MailHead = ({ mail, marking }: MailProps) => (
  <>
    <h1>
      {mail.subject === '' ? (
        <span class="faint">{say('item.noSubject')}</span>
      ) : (
        <Marked {...marking} place="subject:" text={mail.subject} />
      )}
    </h1>
    <p class="from">
      <b>
        {mail.from === '' ? say('item.noSender') : <Marked {...marking} place="from:" text={mail.from} />}
      </b>
      {mail.address !== '' && <span class="address">{mail.address}</span>}
      {mail.date !== undefined && (
        <time dateTime={new Date(mail.date).toISOString()}>{dated(mail.date)}</time>
      )}
    </p>
  </>
)

export const MailBody = ({ mail, marking }: MailProps) => (
  <>
    {mail.body === '' ? (
      <p class="faint">{say('item.noBody')}</p>
    ) : (
      <LongText text={mail.body} marking={marking} />
    )}
    {mail.isCut && <p class="faint">{say('item.cut')}</p>}
    {mail.headers.length > 0 && (
      <details class="mail-headers">
        <summary>{say('item.headers', { count: mail.headers.length })}</summary>
        <dl>
          {mail.headers.map(({ name, value }, n) => (
            <div key={n}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    )}
  </>
)
