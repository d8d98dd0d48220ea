import { createHash } from 'node:crypto'
import type { Problem } from './problems.js'

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto 0;padding:0 1rem;color-scheme:light dark}small{opacity:.7}'

const hash = createHash('sha256').update(STYLE).digest('base64')

/** Nothing is loaded, and nothing but the style is allowed. */
export const PROBLEM_PAGE_POLICY = `default-src 'none';style-src 'sha256-${hash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * A text as HTML shows it.
 *
 * @example
 * escapeHtml('<b> & "c"') // => '&lt;b&gt; &amp; &quot;c&quot;'
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? '')

/** A problem as a page, for people whom the identity provider has sent back and who see no other page. */
export const problemPage = ({ detail, instance, code }: Problem): string => {
  const sentence = escapeHtml(detail.charAt(0).toUpperCase() + detail.slice(1))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in failed</title>
<style>${STYLE}</style></head><body><main><h1>Sign-in failed</h1><p>${sentence}.</p>
<p><a href="/sign-in">Back to sign-in</a></p>
<p><small>${escapeHtml(code)} · ${escapeHtml(instance)}</small></p></main></body></html>
`
}
