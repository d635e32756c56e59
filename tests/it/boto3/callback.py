"""Answers a callback: with a token that is none, rightly, and a second time."""

import json
import os
import sys
import time

import boto3

client = boto3.client(
    "stepfunctions",
    endpoint_url=sys.argv[1],
    region_name="us-east-1",
    aws_access_key_id="AKIDEXAMPLE",
    aws_secret_access_key="secret",
)
deadline = time.monotonic() + 60
while not os.path.exists("asked.json"):
    if time.monotonic() > deadline:
        sys.exit("nobody was asked")
    time.sleep(0.05)
with open("asked.json") as asked:
    token = json.load(asked)["token"]


def succeed(token):
    output = json.dumps({"approved": True, "by": "boto3"})
    try:
        client.send_task_success(taskToken=token, output=output)
        print("answered")
    except client.exceptions.ClientError as error:
        print(error.response["Error"]["Code"])


succeed("no-token")
client.send_task_heartbeat(taskToken=token)
succeed(token)
succeed(token)
