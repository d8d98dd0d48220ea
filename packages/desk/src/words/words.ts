import common from './common.json' with { type: 'json' }
import dashboard from './dashboard.json' with { type: 'json' }
import item from './item.json' with { type: 'json' }
import lab from './lab.json' with { type: 'json' }
import label from './label.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }
import streams from './streams.json' with { type: 'json' }

export const words = { common, dashboard, item, lab, label, shell, streams }
