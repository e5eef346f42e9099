import { VARIABLES } from '../../runtime/environment/names.ts';
import type { Seals } from '../../treasury/seals/ports.ts';
import type { LocalModel } from '../assembly/model.ts';
import { LocalStackError } from '../stack-error.ts';
import type { LocalKms } from './kms.ts';

/** The keys of seals that the functions are told of, the one of today first. */
export function sealKeysOf({ functions }: Pick<LocalModel, 'functions'>): readonly string[] {
  const lists = functions.map(({ environment }) => environment[VARIABLES.sealKeys]);
  return [...new Set(lists.flatMap((list) => list?.split(',') ?? []))];
}

/** Every key of KMS that the functions are told of: of seals, of readings, and the one that encrypts the secrets of webhooks. */
export function kmsKeysOf(model: Pick<LocalModel, 'functions'>): readonly string[] {
  const keys = model.functions.flatMap(({ environment }) =>
    [VARIABLES.webhookKey, VARIABLES.readingKey].flatMap((name) => environment[name] ?? []),
  );
  return [...sealKeysOf(model), ...new Set(keys)];
}

/** Seals by the keys of this machine, for the person who starts the stack: as a deployer may make them in the cloud. */
export function localSeals(kms: LocalKms, keyArns: readonly string[]): Seals {
  return {
    seal: async (digest) => {
      const [keyId = ''] = keyArns;
      const mac = kms.mac(keyId, Buffer.from(digest));
      if (mac === null) throw new LocalStackError('no function of the assembly has a key of seals');
      return { keyId, mac: mac.toString('base64') };
    },
    verify: async (digest, { keyId, mac }) => {
      const given = Buffer.from(mac, 'base64');
      const known = keyArns.includes(keyId);
      return known && kms.isMac(keyId, Buffer.from(digest), given) === true ? 'valid' : 'invalid';
    },
  };
}
