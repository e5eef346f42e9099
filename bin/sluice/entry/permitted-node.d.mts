export function isPermitted(version: string, engines: string): boolean;
