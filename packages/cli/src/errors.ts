import { type ErrorTable, errorFactory } from '@askance/core/internals'

/** Every error of this room. Those under `usage/` are answered with exit code 2, all others with 1. */
export const cliErrorTable = {
  'usage/command': 'there is no command {name}; {hint}',
  'usage/flag': '{command} has no flag {flag}; {hint}',
  'usage/flag-missing': '{command} needs {flag}: {summary}',
  'usage/value': '--{flag}: found {found}, expected {expected}',
  'usage/value-missing': '--{flag} needs a value: {hint}',
  'usage/value-extra': '--{flag} is a switch and takes no value; found {found}',
  'usage/argument-missing': '{command} needs {name}: {summary}',
  'usage/argument-extra': 'found {found}, but {command} takes {most}',
  'usage/argument': '{name}: found {found}, expected {expected}',
  'usage/conflict': '{left} and {right} do not go together{reason}',
  'usage/output-format': 'say with --{flag} in which format to write to the standard output',
  'usage/classes': '--classes: {reason}',
  'usage/positive': '--positive: {label} is not among the classes {classes}',
  'usage/params':
    '--params: {found} is neither a JSON object of numbers nor a list like smoothing=0.1,ridge=1',
  'usage/dial-given': '--{flag} decides {parameter}; leave it out of --{where}',
  'usage/dial-missing':
    '{algorithm} {summary}, so there is nothing to turn for --{flag}; choose an algorithm whose rule has a parameter',
  'usage/parameter': '--{flag}: {owner} has no parameter {parameter}; found {known}',
  'usage/task': '{algorithm} is for two classes, and {set} has more; choose one whose task is multiclass',
  'usage/nothing-to-tune':
    '{algorithm} has nothing to tune: of its parameters ({parameters}) only those with a grid are tried, and not the one that decides how much it asks; say what to try with --grid NAME=V,V',
  'usage/self-tuning': '{algorithm} tunes itself while it runs, so there is nothing to tune beforehand',
  'usage/set': '--sets: found {found}, expected some of {known}',
  'usage/resume': '--{flag} = {given} contradicts the model, which has {found}; leave it out',
  'usage/begun':
    '--{flag} = {given} contradicts the demonstration, which was begun with {found}; leave it out, or begin anew with --reset',
  'demo/state': 'the folder {folder} cannot be used: {reason}',
  'demo/used':
    'a demonstration runs on {folder} already; open the address that it has printed, or give another folder with --state',
  'demo/service': 'the demonstration cannot go on: {reason}',
  'data/classes': 'found {found}, expected at least two classes; name them with --classes=A,B',
  'data/empty': 'there is no item in it',
  'data/row-missing': 'it has {rows} items; there is no row {row}',
  'data/no-text': '--{flag} is about text, and the items have none',
  'data/no-vectorizer': '--{flag} says how rows are made of items, but these are rows already',
  'data/check': 'it is not what it should be: {faults}',
  'data/set':
    '{name} is a known data set, but it is not in the folder {folder}; get it with `askance data get {name}`, or say where it is with --data-dir or ASKANCE_DATA',
  'data/none':
    '{what} needs {names}, and none of it is in the folder {folder}; `askance data list` tells where data sets come from, --data-dir or ASKANCE_DATA where they are',
  'ratio/unattainable':
    '{wanted} of the items is not attainable with {algorithm} here: the {end} it reached is {reached}, at {parameter} = {value}; other parameters or another rule may',
  'ratio/gap':
    '{wanted} of the items is not attainable with {algorithm} here: it jumps from {below} to {above} near {parameter} = {value}',
  'ratio/labels': '{labels} labels are more than the {items} items',
  'coins/value': 'found {found}, expected a number from 0 to below 1',
  'coins/exhausted': 'there are only {coins} coins, and the next round needs one',
  'coins/expected': 'the model was run with coins from a file; give the file with --coins',
  'model/input':
    'this model makes its rows with the input "{kind}", which only the program that saved it has',
  'model/live': 'this model decides by the protocol live; go on with it by `askance live --from`',
} as const satisfies ErrorTable

export const cliError = errorFactory(cliErrorTable)
