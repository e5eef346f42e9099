/** The variable by which the SDK, and this stack, are pointed at another engine. */
export const ENGINE_VARIABLE = 'AWS_ENDPOINT_URL_DYNAMODB';
