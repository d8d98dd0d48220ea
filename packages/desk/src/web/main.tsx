import { render } from 'preact'
import { App } from '../shell/app.js'
import { startTheme } from '../shell/theme.js'

startTheme()
render(<App />, document.body)
