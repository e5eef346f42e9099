import './language.ts';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import 'virtual:theme.css';
import './base.css';
import '../printing/printing.css';
import { createRoot } from 'react-dom/client';
import { Frame } from '../layout/frame.tsx';
import { readRuntimeConfiguration } from '../session/runtime-configuration.ts';
import { App } from './app.tsx';
import { CannotStart } from './cannot-start.tsx';
import { loadAhead } from './load-ahead.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no element "root"');
loadAhead(window.location);
const root = createRoot(container);
root.render(<Frame />);
try {
  root.render(<App configuration={await readRuntimeConfiguration()} />);
} catch (error) {
  root.render(<CannotStart error={error} />);
}
