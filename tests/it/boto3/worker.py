"""Works for an activity: fails the first task and does the second."""

import json
import sys
import time

import boto3
from botocore.exceptions import ClientError, EndpointConnectionError

client = boto3.client(
    "stepfunctions",
    endpoint_url=sys.argv[1],
    region_name="us-east-1",
    aws_access_key_id="AKIDEXAMPLE",
    aws_secret_access_key="secret",
)
ARN = "arn:aws:states:us-east-1:123456789012:activity:work"
deadline = time.monotonic() + 60


def task():
    while time.monotonic() < deadline:
        try:
            task = client.get_activity_task(activityArn=ARN, workerName="worker")
        except EndpointConnectionError:
            # The run has not begun to listen.
            time.sleep(0.1)
            continue
        if task.get("taskToken"):
            return task
    sys.exit("there is nothing to do")


first = task()
try:
    client.get_activity_task(activityArn=ARN + "er")
except client.exceptions.ActivityDoesNotExist as fault:
    print(fault.response["Error"]["Code"])
try:
    client.send_task_failure(taskToken=first["taskToken"], error="e" * 257)
except ClientError as fault:
    print(fault.response["Error"]["Code"])
client.send_task_failure(taskToken=first["taskToken"], error="Work.Busy", cause="later")
print("failed")
work = task()
output = json.dumps({"got": json.loads(work["input"])})
client.send_task_success(taskToken=work["taskToken"], output=output)
print("succeeded")
