import { useState } from 'preact/hooks'
import { Copy } from '../../parts/copy.js'
import { Segments } from '../../parts/segments.js'
import { say } from '../../words/say.js'
import { words } from '../../words/words.js'
import {
  createSnippet,
  type Language,
  languages,
  type SnippetSubject,
  type SnippetTask,
  tasks,
} from './snippets.js'

/** Highlights strings only. */
const Code = ({ text }: { readonly text: string }) => (
  <code>
    {text.split(/('(?:[^'\\]|\\.)*'|"[^"]*"|`[^`]*`)/).map((part, k) =>
      k % 2 === 1 ? (
        <span key={k} class="string">
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </code>
)

interface SnippetProps {
  readonly task: SnippetTask
  readonly language: Language
  readonly subject: SnippetSubject
}

const Snippet = ({ task, language, subject }: SnippetProps) => {
  const text = createSnippet(task, language, subject)
  return (
    <div class="snippet">
      <div class="snippet-head">
        <h3>{say(`streams.snippets.${task}`)}</h3>
        <Copy text={text} />
      </div>
      {task !== 'send' && <p class="hint">{say(`streams.snippets.${task}Lead`)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <pre tabIndex={0}>
        <Code text={text} />
      </pre>
      <details>
        <summary>{say('streams.snippets.response')}</summary>
        <dl>
          {Object.entries(words.streams.snippets.responseFields[task]).map(([name, meaning]) => (
            <div key={name}>
              <dt class="mono">{name}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

/** Ready-to-paste code examples for a stream. */
export const SnippetsPanel = ({ subject }: { readonly subject: SnippetSubject }) => {
  const [language, setLanguage] = useState<Language>('curl')
  return (
    <aside class="snippets" aria-label={say('streams.snippets.label')}>
      <div>
        <h2>{say('streams.snippets.title')}</h2>
        <p class="hint">{say('streams.snippets.lead')}</p>
      </div>
      <Segments
        label={say('streams.snippets.language')}
        options={languages.map((one) => [one, say(`streams.snippets.${one}`)] as const)}
        value={language}
        onChange={(chosen: Language) => setLanguage(chosen)}
      />
      {tasks.map((task) => (
        <Snippet key={task} task={task} language={language} subject={subject} />
      ))}
      {subject.hasToken && <p class="hint">{say('streams.snippets.token')}</p>}
      {language === 'client' && <p class="hint">{say('streams.snippets.install')}</p>}
    </aside>
  )
}
