import { say } from '../words/say.js'
import type { Finding } from './findings.js'

const icons: Readonly<Record<Finding['kind'], string>> = {
  good: 'M4 14 9 8l3 3 4-6M12 5h4v4',
  even: 'M4 8h12M4 12h12',
  warn: 'M10 3.5 17.5 16h-15ZM10 8.5v3.5M10 14v.1',
  waiting: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM10 6v4.2l2.6 1.6',
}

export const Findings = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <section class="panel findings wide" aria-label={say('dashboard.findings.title')}>
    <ul>
      {findings.map(({ kind, title, text }) => (
        <li key={title} class={kind}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={icons[kind]} />
          </svg>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
)
