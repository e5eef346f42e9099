import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with these files, gone after the test. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'policy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return folder;
}

export const ACCOUNT_ID = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01';

export const RULE_YAML = `# Cold storage takes what is above five.
id: btc-cold
label: BTC to cold storage
currency: BTC
withdrawalAccountId: ${ACCOUNT_ID}
threshold: "5"
keep: "4.0"
step: "0.1"
`;

export const ACCOUNT_YAML = `id: ${ACCOUNT_ID}
label: Cold storage
network: bitcoin
currency: BTC
details: { address: bc1qexample }
`;

export const CONTROLS_YAML = `mode: live
reportingCurrency: USD
`;

export const FILES = {
  'controls.yaml': CONTROLS_YAML,
  'accounts/cold.yaml': ACCOUNT_YAML,
  'rules/btc-cold.yaml': RULE_YAML,
};
