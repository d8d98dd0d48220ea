/** Converts a page to a bash script with the same line numbers, so that errors refer to lines of the page. */
export const scriptOf = (page: string): string => {
  let isInside = false
  let isFresh = true
  return page
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) {
        isInside = !isInside && line === '```sh'
        isFresh = true
        return ''
      }
      if (!isInside) return ''
      const expected = /^# => (.*)$/.exec(line)?.[1]
      if (expected !== undefined) {
        isFresh = true
        return `expect ${quoted(expected)}`
      }
      const begins = isFresh
      isFresh = false
      return begins ? `fresh; ${line}` : line
    })
    .join('\n')
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * The functions that a page script needs. The file `answers` has the output since the last expectation; a problem in it is
 * an error unless the page expects one. `askance serve` runs in the background until the next askance command.
 */
export const prelude = `
set -euo pipefail
exec 3>&1 >>answers
fault() { echo "line $1 of the page: $2; the answer is: $(head -c 2000 answers)" >&2; exit 1; }
trap 'fault $LINENO "a command failed"' ERR
fresh() {
  if grep -q '"type":"urn:askance:problem' answers && [ "$problem" = no ]; then fault "$BASH_LINENO" 'before this line a problem came'; fi
  problem=no
  : > answers
}
expect() {
  case "$1" in *'"code":'*) problem=yes;; esac
  grep -qF -- "$1" answers || fault "$BASH_LINENO" "expected $1"
  echo "$BASH_LINENO" >&3
}
askance() {
  stop
  if [ "$1" != serve ]; then "$NODE" "$PROGRAM" "$@"; return; fi
  : > listening
  "$NODE" "$PROGRAM" "$@" --log-level error > listening &
  service=$!
  for _ in $(seq 200); do
    if grep -q 'listens on' listening; then return; fi
    kill -0 "$service" || fault "$BASH_LINENO" 'the service ended'
    sleep 0.1
  done
  fault "$BASH_LINENO" 'the service did not start'
}
npx() { "$@"; }
stop() {
  if [ -n "$service" ]; then kill "$service" 2>/dev/null || true; fi
  for _ in $(seq 200); do
    if [ -z "$service" ] || ! kill -0 "$service" 2>/dev/null; then break; fi
    sleep 0.1
  done
  service=
}
service=
problem=no
touch answers
trap stop EXIT
`
