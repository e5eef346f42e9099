import {
  InvokeCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  ListFunctionsCommand,
} from '@aws-sdk/client-lambda';
import {
  type DiagnosisAnswer,
  type DiagnosisEvent,
  diagnosisAnswer,
} from '../../runtime/diagnosis/diagnosis.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { METRICS_NAMESPACE } from '../../runtime/observability/metrics.ts';

/** The account of a stack on one machine, without IAM. */
export const NOBODYS_ACCOUNT = '000000000000';

/** A function as Lambda lists it. */
export interface DeployedFunction {
  /** The name that it logs under, such as run-sweeps. */
  readonly name: string;
  readonly arn: string;
  /** The beginning of its code's digest: which version it is. */
  readonly code: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What delivers a stream to a function. */
export interface StreamMapping {
  /** ARN of the stream. */
  readonly source: string;
  /** `Enabled`, or why it delivers nothing. */
  readonly state: string;
  /** What Lambda says of the last batch; empty if it says nothing. */
  readonly lastResult: string;
}

/** Characters of a digest that tell versions apart. */
const DIGEST_CHARACTERS = 12;

/** Milliseconds for an answer: the longest that a function takes by itself is a snapshot, with its retries. */
const ANSWER_TIMEOUT_MS = 120_000;
const CONNECT_TIMEOUT_MS = 3_000;

/** A stage as its functions show it: found by their environment, without a name that CloudFormation chose. */
export class Deployed {
  readonly functions: readonly DeployedFunction[];
  readonly #lambda: LambdaClient;

  /** @throws where there is nothing of the stage in this account and region. */
  static async find(stage: string): Promise<Deployed> {
    const lambda = new LambdaClient({
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: ANSWER_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      },
    });
    const functions = await functionsOf(lambda, stage);
    if (functions.length > 0) return new Deployed(lambda, functions);
    const region = await lambda.config.region();
    throw new Error(`there is no function of the stage ${stage} in ${region}, in this account`);
  }

  private constructor(lambda: LambdaClient, functions: readonly DeployedFunction[]) {
    this.#lambda = lambda;
    this.functions = functions;
  }

  find(name: string): DeployedFunction | undefined {
    return this.functions.find((each) => each.name === name);
  }

  /** The value that functions have of a variable. */
  variable(name: string): string {
    const values = this.functions.map(({ environment }) => environment[name]);
    const value = values.find((each) => each !== undefined);
    if (value === undefined) throw new Error(`no function of the stage has ${name}`);
    return value;
  }

  /** Partition, region and account, as every ARN has them. */
  get place(): { readonly partition: string; readonly region: string; readonly account: string } {
    const [, partition = '', , region = '', account = ''] = (this.functions[0]?.arn ?? '').split(
      ':',
    );
    return { partition, region, account };
  }

  /** A function's response. @throws with its own message if it fails. */
  async invoke({ arn }: DeployedFunction, event: object): Promise<unknown> {
    const { FunctionError, Payload } = await this.#lambda.send(
      new InvokeCommand({ FunctionName: arn, Payload: JSON.stringify(event) }),
    );
    const answer: unknown = JSON.parse(Buffer.from(Payload ?? []).toString('utf8') || 'null');
    if (FunctionError === undefined) return answer;
    const { errorType, errorMessage } = (answer ?? {}) as Record<string, unknown>;
    throw new Error(`${errorType ?? FunctionError}: ${errorMessage ?? ''}`);
  }

  /** The mappings of a function: it has one, two at most while it is exchanged, so that one page holds them. */
  async mappingsOf({ arn }: DeployedFunction): Promise<readonly StreamMapping[]> {
    const { EventSourceMappings = [] } = await this.#lambda.send(
      new ListEventSourceMappingsCommand({ FunctionName: arn }),
    );
    return EventSourceMappings.map(({ EventSourceArn, State, LastProcessingResult }) => ({
      source: EventSourceArn ?? '',
      state: State ?? 'without a state',
      lastResult: LastProcessingResult ?? '',
    }));
  }

  async ask(target: DeployedFunction, event: DiagnosisEvent): Promise<DiagnosisAnswer> {
    const answer = diagnosisAnswer().safeParse(await this.invoke(target, event));
    if (answer.success) return answer.data;
    throw new Error('it answers no diagnosis: another version is deployed');
  }
}

async function functionsOf(
  lambda: LambdaClient,
  stage: string,
): Promise<readonly DeployedFunction[]> {
  const found: DeployedFunction[] = [];
  let Marker: string | undefined;
  do {
    const { Functions = [], NextMarker } = await lambda.send(
      new ListFunctionsCommand(Marker === undefined ? {} : { Marker }),
    );
    for (const { FunctionArn = '', CodeSha256 = '', Environment } of Functions) {
      const environment = Environment?.Variables ?? {};
      if (environment.POWERTOOLS_METRICS_NAMESPACE !== METRICS_NAMESPACE) continue;
      if (environment[VARIABLES.stage] !== stage) continue;
      const name = environment.POWERTOOLS_SERVICE_NAME ?? '';
      const code = CodeSha256.slice(0, DIGEST_CHARACTERS);
      found.push({ name, arn: FunctionArn, code, environment });
    }
    Marker = NextMarker;
  } while (Marker !== undefined);
  return found;
}
