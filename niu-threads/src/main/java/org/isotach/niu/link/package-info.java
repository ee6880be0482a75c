/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The links between hosts: frames, results, credits, and the numbering of packets on links with faults
 * (docs/protocol.md, sections 7 to 9, and 17). Not for users.
 */
package org.isotach.niu.link;
