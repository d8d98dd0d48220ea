import { type ErrorTable, errorFactory } from '@askance/core/internals'

/** Every error of this package. Codes under `usage/` exit with 2, all others with 1. */
export const cliErrorTable = {
  'usage/command': 'unknown command {name}; {hint}',
  'usage/flag': '{command} has no flag {flag}; {hint}',
  'usage/flag-missing': '{command} requires {flag}: {summary}',
  'usage/value': '--{flag}: found {found}, expected {expected}',
  'usage/value-missing': '--{flag} requires a value: {hint}',
  'usage/value-extra': '--{flag} is a switch and takes no value; found {found}',
  'usage/argument-missing': '{command} requires {name}: {summary}',
  'usage/argument-extra': 'unexpected argument {found}; {command} takes {most}',
  'usage/argument': '{name}: found {found}, expected {expected}',
  'usage/conflict': '{left} cannot be combined with {right}{reason}',
  'usage/overwrite': '{name} {path} is the file of {other}, which would be overwritten; name another file',
  'usage/alone': '--{flag} has an effect only with --{other}',
  'usage/output-format': 'the output format is unknown for the standard output; set it with --{flag}',
  'usage/classes': '--classes: {reason}',
  'usage/positive': '--positive: {label} is not one of the classes {classes}',
  'usage/params':
    '--params: found {found}, expected a JSON object of numbers or a list such as smoothing=0.1,ridge=1',
  'usage/dial-given': '--{flag} sets {parameter}; remove it from --{where}',
  'usage/dial-missing':
    '{algorithm} {summary}, so --{flag} has no parameter to set; choose an algorithm whose query rule has one',
  'usage/parameter': '--{flag}: {owner} has no parameter {parameter}; known parameters: {known}',
  'usage/task':
    '{algorithm} supports two classes, but {set} has more; choose an algorithm for several classes',
  'usage/nothing-to-tune':
    '{algorithm} has no parameter to tune: of its parameters ({parameters}) only those with a grid are tuned, except the one that sets how much it asks; add values with --grid NAME=V,V',
  'usage/self-tuning': '{algorithm} tunes itself while it runs; there is nothing to tune beforehand',
  'usage/set': '--sets: found {found}, expected some of {known}',
  'usage/resume': '--{flag} = {given} contradicts the saved model, which has {found}; remove the flag',
  'usage/begun':
    '--{flag} = {given} contradicts the running demo, which started with {found}; remove the flag, or start over with --reset',
  'demo/state': 'cannot use the folder {folder}: {reason}',
  'demo/used':
    'a demo is already running in {folder}; open the address it printed, or choose another folder with --state',
  'demo/service': 'the demo stopped because of an error of the service: {reason}',
  'label/classes':
    'found {found}, expected at least two classes; name them with --classes=A,B, or the column with --label-column',
  'label/nothing':
    'every item has a label already ({column}), so there is nothing to ask; see how well it would work with --simulate, or, if that is not the label, use --label-column none --classes A,B',
  'label/unlabelled': 'found no labels{note}; --simulate answers the questions with the labels of the file',
  'label/example': 'the example has no label',
  'label/example-empty': 'the example has nothing that the items of the file have; expected {columns}',
  'label/example-class': 'found the label {label}, expected one of {classes}',
  'label/known': 'no item {id}; --search WORDS lists items with their ids',
  'label/used':
    '{state} is in use by another `askance label`; open the address that it printed, or use another file with --state',
  'label/begun':
    '--{flag}={given} differs from {found}, with which this labelling was started; remove the flag, or start a new one with --state FILE',
  'label/service': 'labelling stopped because of an error of the service: {reason}',
  'data/classes': 'found {found}, expected at least two classes; name them with --classes=A,B',
  'data/empty': 'the data contains no items',
  'data/no-labels':
    'the data contains no items with a label; `askance label` asks people for the labels of a file',
  'data/no-label':
    'none of the columns {columns} looks like a label, so the items are unlabelled; name the label with --label-column',
  'data/row-missing': 'the data has {rows} items, so there is no row {row}',
  'data/no-text': '--{flag} applies to text, but the items have no text',
  'data/no-vectorizer': '--{flag} controls how items become rows, but this data already consists of rows',
  'data/check': 'the data does not match what is known about it: {problems}',
  'data/set':
    '{name} is a known data set, but it is not in the folder {folder}; download it with `askance data get {name}`, or set its folder with --data-dir or ASKANCE_DATA',
  'data/none':
    '{what} needs {names}, and none of them is in the folder {folder}; `askance data list` shows where data sets come from, --data-dir or ASKANCE_DATA sets the folder',
  'ratio/unattainable':
    '{algorithm} cannot ask about {wanted} of these items: the {end} it reached is {reached}, at {parameter} = {value}; try other parameters or another query rule',
  'ratio/gap':
    '{algorithm} cannot ask about {wanted} of these items: it jumps from {below} to {above} near {parameter} = {value}',
  'ratio/labels': '--labels {labels} is more than the {items} items',
  'coins/value': 'found {found}, expected a coin from 0 to below 1',
  'coins/exhausted': 'the file has only {coins} coins, and the next round needs one',
  'coins/expected': 'the model was trained with coins from a file; pass that file with --coins',
  'model/custom-input':
    'the model makes its rows with the custom input "{kind}"; only the program that saved the model can load it',
  'model/several-labels':
    'the model predicts several labels for an item; of the commands, only `predict` and `run --resume` can use it',
  'model/pool-continued':
    'the model labels a file, and cannot continue with a stream of items; `predict` and `explain` can use it, and `askance label` continues with its file',
  'model/live': 'the model was saved with the protocol live; continue it with `askance live --from`',
} as const satisfies ErrorTable

export const cliError = errorFactory(cliErrorTable)

/** Two flags or arguments that contradict each other; `reason` follows them. */
export const conflictError = (left: string, right: string, reason = ''): Error =>
  cliError('usage/conflict', { left, right, reason })

/** Throws if two flags or arguments contradict each other. */
export const refuseConflict = (isConflict: boolean, left: string, right: string, reason?: string): void => {
  if (isConflict) throw conflictError(left, right, reason)
}
